const MAX_LINK_CHARACTERS = 2048;

/** A link from a feed, or `''` unless it is an absolute address of an allowed scheme without user and password. */
export function webLink(text: string, schemes: readonly ('http:' | 'https:')[]): string {
  if (text.length > MAX_LINK_CHARACTERS || !URL.canParse(text)) return '';
  const url = new URL(text);
  const allowed = schemes.some((scheme) => scheme === url.protocol);
  return allowed && url.username === '' && url.password === '' ? url.href : '';
}
