/** The words of a command, as they would be typed: `` words`-i ${file} -t ${seconds}` ``. A value is one word, whatever it holds; a list is its words. */
export function words(
  fixed: TemplateStringsArray,
  ...values: (string | number | string[])[]
): string[] {
  const list: string[] = [];
  let word = "";
  const end = () => {
    if (word !== "") list.push(word);
    word = "";
  };
  fixed.forEach((text, index) => {
    const [first = "", ...others] = text.split(/\s+/);
    word += first;
    for (const other of others) {
      end();
      word = other;
    }
    const value = values[index];
    if (!Array.isArray(value)) return void (word += value ?? "");
    end();
    list.push(...value);
  });
  end();
  return list;
}
