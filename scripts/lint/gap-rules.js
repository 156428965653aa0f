/** The rules about gaps for Spectral, which imports no TypeScript by itself: `.spectral.yaml` extends this file. */
export { default } from "openapi-gaps/ruleset/sources";
