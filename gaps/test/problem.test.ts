import { expect, it } from "vitest";
import { formatAnnotation, type Problem } from "../src/problem.ts";

const problem: Problem = {
  file: "openapi/hp/HpJob.yaml",
  line: 15,
  column: 3,
  severity: "error",
  rule: "gap-well-formed",
  message: "The gap is 50% done:\nask a question.",
};

it("an annotation keeps to the syntax of workflow commands", () => {
  expect(formatAnnotation(problem)).toBe(
    "::error file=openapi/hp/HpJob.yaml,line=15,col=3,title=gap-well-formed::The gap is 50%25 done:%0Aask a question.",
  );
});
