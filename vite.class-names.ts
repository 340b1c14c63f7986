/** Predictable class names for CSS modules, for markup written without them: `.head` in `card.module.css` becomes `card_head`. */
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
