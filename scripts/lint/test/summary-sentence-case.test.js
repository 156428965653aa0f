// @ts-check
import rule from "../rules/summary-sentence-case.js";
import { contract, withOperation } from "../../../rules/test/support/documents.js";
import { describeRule } from "../../../rules/test/support/describe-rule.js";

/** @param {string} summary */
const withSummary = (summary) => withOperation({ summary });
const path = ["paths", "/things", "get", "summary"];

describeRule(rule, {
  accepts: [
    ["a sentence", withSummary("Create a lipsync video")],
    ["acronyms", withSummary("Get the URLs of an HP job")],
    ["a name in code", withSummary("Segments under `Variables`")],
    ["a name that the specification writes so", withSummary("Send the Authorization header")],
    ["the last length that fits", withSummary("L" + "o".repeat(59))],
    [
      "an info summary, which is prose",
      contract({ info: { title: "", version: "", summary: "a. B." } }),
    ],
  ],
  rejects: [
    [
      "a small first letter",
      withSummary("create an HP job"),
      { path, says: /does not begin with a capital letter. Prefer .*"Create an HP job"/ },
    ],
    ["a full stop", withSummary("Create an HP job."), { path, says: /ends with a full stop/ }],
    [
      "title case",
      withSummary("Create Lipsync Video"),
      { path, says: /capitalises Lipsync, Video; only the first word and acronyms are/ },
    ],
    ["shouting", withSummary("Create a LIPSYNC video"), { path, says: /capitalises LIPSYNC/ }],
    ["a long one", withSummary("L" + "o".repeat(60)), { path, says: /longer than 60 characters/ }],
    [
      "a tag in title case",
      contract({ tags: [{ name: "HP Jobs" }] }),
      { path: ["tags", 0, "name"], says: /capitalises Jobs/ },
    ],
    [
      "an example with a full stop",
      contract({ components: { examples: { One: { summary: "An avatar speaks." } } } }),
      { path: ["components", "examples", "One", "summary"], says: /full stop/ },
    ],
  ],
});
