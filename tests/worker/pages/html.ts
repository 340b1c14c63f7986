/** HTML as parsed, independent of its spelling. */

/** All elements in order, with their attribute names. */
export async function elements(html: string): Promise<string[]> {
  const found: string[] = [];
  const parser = new HTMLRewriter().on('*', {
    element: ({ tagName, attributes }) => {
      found.push([tagName, ...Array.from(attributes, ([name]) => name)].join(' '));
    },
  });
  await parser.transform(new Response(html)).text();
  return found;
}

/** The element with the data for the page's scripts; `null` unless there is exactly one. */
export async function initialData(
  html: string,
): Promise<{ readonly attributes: Record<string, string>; readonly json: string } | null> {
  const found: { attributes: Record<string, string>; json: string }[] = [];
  const parser = new HTMLRewriter().on('script#initial-data[type="application/json"]', {
    element: ({ attributes }) => {
      const values = Array.from(attributes, ([name = '', value = '']) => [
        name,
        value.replaceAll('&quot;', '"'),
      ]);
      found.push({ attributes: Object.fromEntries(values), json: '' });
    },
    text: ({ text }) => {
      found.at(-1)!.json += text;
    },
  });
  await parser.transform(new Response(html)).text();
  return found.length === 1 ? found[0]! : null;
}
