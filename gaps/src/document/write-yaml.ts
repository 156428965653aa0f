import { DEFAULT_SCALAR_STYLE_RULES, dump, type DumpOptions, SCALAR_STYLE } from "js-yaml";

const { DOUBLE_QUOTED, SINGLE_QUOTED } = SCALAR_STYLE;

/** YAML as Prettier writes it: double quotes, or single ones around what holds double ones. */
export const writeYaml = (value: unknown, options: DumpOptions = {}): string =>
  dump(value, {
    lineWidth: -1,
    noRefs: true,
    quoteStyle: "double",
    scalarStyleRules: [
      ...Object.values(DEFAULT_SCALAR_STYLE_RULES),
      (layout) => {
        const { value: text } = layout.node;
        const isAllowed = (layout.allowedStylesMask & (1 << SINGLE_QUOTED)) !== 0;
        const isShorter = text.includes('"') && !text.includes("'");
        if (layout.style === DOUBLE_QUOTED && isShorter && isAllowed) layout.style = SINGLE_QUOTED;
      },
    ],
    ...options,
  });
