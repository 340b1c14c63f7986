/** Room for every ticker; what is longer is cut. */
const QUOTED_CHARACTERS = 20;

/** A stranger's text as it is quoted: cut, and without the characters that steer the text around them. */
export function quotable(text: string): string {
  const characters = [...text.replace(/\p{C}/gu, '')];
  if (characters.length <= QUOTED_CHARACTERS) return characters.join('');
  return `${characters.slice(0, QUOTED_CHARACTERS).join('')}…`;
}
