/** Mistakes that would cost most, planted by hand: no operator that is turned around makes them. */

export interface Planted {
  room: string;
  /** What goes wrong. */
  what: string;
  file: string;
  /** Stands in the file once. */
  from: string;
  to: string;
}

const ofConformance: Omit<Planted, "room">[] = [
  {
    what: "a word leaves the machine that was seen in two jobs only",
    file: "conformance/src/observe/to-observations.ts",
    from: "minUnits = 3",
    to: "minUnits = 2",
  },
  {
    what: "jobs are created though the answer was no",
    file: "conformance/src/run/consent.ts",
    from: 'throw new InputError("Nothing was created.")',
    to: "return",
  },
  {
    what: "jobs are created though nobody could be asked",
    file: "conformance/src/run/command.ts",
    from: "if (create && !values.yes)",
    to: "if (false)",
  },
  {
    what: "readings of one job count as many",
    file: "conformance/src/observe/units.ts",
    from: 'this.hash("job", name, id)',
    to: 'this.hash("job", name, id, String(Math.random()))',
  },
  {
    what: "values seen in one or two jobs do not keep a list open",
    file: "conformance/src/propose/values.ts",
    from: "if (seen.rareValues > 0 &&",
    to: "if (false &&",
  },
  {
    what: "the emulator's answers count as the service's",
    file: "conformance/src/observe/command.ts",
    from: "if (!header) return;",
    to: "return;",
  },
  {
    what: "services of several hosts are taken for one",
    file: "conformance/src/base-address.ts",
    from: "if (origin !== this.origin) return undefined;",
    to: "",
  },
  {
    what: "a recorded body is shown in the command that repeats a request",
    file: "conformance/src/judge/curl.ts",
    from: "story === undefined || request.json === undefined",
    to: "request.json === undefined",
  },
  {
    what: "a job that is never done counts as held",
    file: "conformance/src/run/run-workflow.ts",
    from: 'return { broken, ended: { outcome: "unfinished", because } };',
    to: "return { broken };",
  },
  {
    what: "an unfinished story ends with exit code 0",
    file: "conformance/src/run/report.ts",
    from: "? 3 : 0",
    to: "? 0 : 0",
  },
  {
    what: "the limit of a call ends with its headers",
    file: "conformance/src/run/send.ts",
    from: "exchange.response = await readBody(answer);",
    to: "clearTimeout(timer); exchange.response = await readBody(answer);",
  },
  {
    what: "a token reaches the recording",
    file: "conformance/src/run/to-har.ts",
    from: "url: origin + path,",
    to: "url: `${origin}${path}?${process.env.VIDEO_TOKEN}`,",
  },
];

export const plantedMutants: Planted[] = ofConformance.map((planted) => ({
  room: "conformance",
  ...planted,
}));
