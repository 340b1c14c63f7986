const MAX_GROUP_CHARACTERS = 40;

const GROUP = /^[\p{L}\p{M}\p{N}&.+'’-]+(?: [\p{L}\p{M}\p{N}&.+'’-]+)*$/u;

/** A group name with single spaces and composed accents; `null` if it is not valid. */
export function parseGroup(text: string): string | null {
  const name = text.normalize().trim().replaceAll(/\s+/g, ' ');
  return name.length <= MAX_GROUP_CHARACTERS && GROUP.test(name) ? name : null;
}
