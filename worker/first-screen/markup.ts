/** Text that is already HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values that a template of {@link html} accepts; `false` and `null` render nothing. */
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

/** A template's fixed part, without the source's line breaks and indentation. */
function tidy(text: string): string {
  return text.replaceAll(/(?<=>)\s*\n\s*(?=<)|\s*\n\s*$|^\s*\n\s*/g, '').replaceAll(/\s*\n\s*/g, ' ');
}

/** Builds HTML from a template. Values are escaped unless they are markup; attributes need quotes in the template. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(strings.map((part, i) => textOf(contents[i - 1] ?? null) + tidy(part)).join(''));
}
