import { getOrCompute } from '../memoised.ts';

/** Text that is HTML already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template of {@link html}; `false` and `null` are nothing. */
type Content = string | number | Markup | readonly Markup[] | false | null;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(content: Content): string {
  if (content === null || content === false) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(({ text }) => text).join('');
  return String(content).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const tidied = new Map<TemplateStringsArray, readonly string[]>();

/** The fixed parts of a template, without the line breaks and indentation of its source. */
function partsOf(strings: TemplateStringsArray): readonly string[] {
  return getOrCompute(tidied, strings, () =>
    strings.map((text) =>
      text.replaceAll(/(?<=>)\s*\n\s*(?=<)|\s*\n\s*$|^\s*\n\s*/g, '').replaceAll(/\s*\n\s*/g, ' '),
    ),
  );
}

/** HTML from a template. What is put in is escaped unless it is markup; attributes need their quotes in the template. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(partsOf(strings).reduce((all, part, i) => all + textOf(contents[i - 1] ?? null) + part));
}
