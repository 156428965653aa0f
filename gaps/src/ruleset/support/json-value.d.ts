/** A value as YAML or JSON spells it. JSDoc cannot write a type that contains itself. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
