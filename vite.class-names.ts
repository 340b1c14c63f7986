/** Class names of CSS modules that markup written without them can name too: `card.module.css` and `.head` make `card_head`. */
import { basename } from 'node:path';
import type { CSSModulesOptions } from 'vite';

const fileOfName = new Map<string, string>();

function generateScopedName(local: string, file: string): string {
  const name = basename(file, '.module.css');
  const known = fileOfName.get(name) ?? file;
  if (known !== file) throw new Error(`${file} and ${known} would have the same class names: rename one`);
  fileOfName.set(name, file);
  return `${name}_${local}`;
}

export const CLASS_NAMES: CSSModulesOptions = { generateScopedName };
