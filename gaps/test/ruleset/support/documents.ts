export const contract = (parts?: object) => ({
  openapi: "3.1.1",
  info: { title: "Contract", version: "1.0.0" },
  ...parts,
});

export const withSchema = (schema: unknown) => withSchemas({ Thing: schema });

export const withSchemas = (schemas: Record<string, unknown>) =>
  contract({ components: { schemas } });

export const withOperation = (
  operation: object,
  {
    path = "/things",
    method = "get",
    parts,
  }: { path?: string; method?: string; parts?: object } = {},
) => contract({ paths: { [path]: { [method]: operation } }, ...parts });

export const gap = (fields?: object) => ({
  id: "thing-fields",
  kind: "not-shown",
  impact: "cosmetic",
  origin: "stated",
  source: "Errors",
  states: "The fields are not shown.",
  reading: "Any object.",
  question: "Which fields does a thing have?",
  ...fields,
});

export const contradiction = (fields?: object) =>
  gap({
    kind: "contradiction",
    states: [
      { claim: "A string.", sample: "1" },
      { claim: "An integer.", sample: 1 },
    ],
    ...fields,
  });

export const thing = ["components", "schemas", "Thing"];
