/** What the head of a generated file says. */
export const bannerFor = (source: string): string =>
  `Generated from ${source}. Do not edit: run npm run generate.`;

export const banner = bannerFor("the contract");
