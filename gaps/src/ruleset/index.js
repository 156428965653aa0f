// @ts-check
import claimStated from "./claim-stated.js";
import contradictionAcceptsClaims from "./contradiction-accepts-claims.js";
import extensionRegistered from "./extension-registered.js";
import gapIdsUnique from "./gap-ids-unique.js";
import gapKindFitsWords from "./gap-kind-fits-words.js";
import gapPlacedVisibly from "./gap-placed-visibly.js";
import gapWellFormed from "./gap-well-formed.js";
import knownValuesOpen from "./known-values-open.js";
import openSchemaHasGap from "./open-schema-has-gap.js";
import openapiVersionRead from "./openapi-version-read.js";
import sourceKnown from "./source-known.js";
import sourceRequired from "./source-required.js";
import { withOptions } from "./support/define-rule.js";
import verifiedHasEvidence from "./verified-has-evidence.js";

/**
 * The rules, with what they need to know of the document's house. A ruleset in YAML cannot hand
 * anything over, hence the default export.
 *
 * @type {typeof import("./types.d.ts").gaps}
 */
export const gaps = ({ headings, extensions, listedIn = {} } = {}) => ({
  rules: {
    ...claimStated.rules,
    ...contradictionAcceptsClaims.rules,
    ...(extensions &&
      withOptions(extensionRegistered, { extensions, listedIn: listedIn.extensions })),
    ...gapIdsUnique.rules,
    ...gapKindFitsWords.rules,
    ...gapPlacedVisibly.rules,
    ...gapWellFormed.rules,
    ...knownValuesOpen.rules,
    ...openSchemaHasGap.rules,
    ...openapiVersionRead.rules,
    ...withOptions(sourceKnown, { headings, listedIn: listedIn.headings }),
    ...sourceRequired.rules,
    ...verifiedHasEvidence.rules,
  },
});

export default gaps();
