/** The first screen uses the class names of the components' CSS modules. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { firstScreen } from '#worker/first-screen';
import { expect, test } from 'vitest';
import { firstScreenInput } from './first-screen-input.ts';

const WEB = join(import.meta.dirname, '../../../web');

const MODULES = new Map(
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => [basename(path, '.module.css'), readFileSync(join(WEB, path), 'utf8')]),
);

/** The global classes that a CSS module's class composes; `null` if the module lacks the class. */
function composedBy(name: string, local: string): string[] | null {
  const css = MODULES.get(name) ?? '';
  if (!new RegExp(`\\.${local}\\b`).test(css)) return null;
  const rules = css.matchAll(new RegExp(`(?:^|\\n)\\.${local} \\{([^}]*)\\}`, 'g'));
  return [...rules].flatMap(
    ([, rule = '']) => /composes: ([^;]*) from global/.exec(rule)?.[1]?.split(' ') ?? [],
  );
}

const ELEMENTS = [...firstScreen(firstScreenInput()).matchAll(/class="([^"]*)"/g)].map(([, names = '']) =>
  names.split(' '),
);

test.each([...new Set(ELEMENTS.flat())].filter((name) => /^(?!first-screen)[\w-]+_/.test(name)))(
  '%s is a component’s class, together with the classes it composes',
  (className) => {
    const [name = '', local = ''] = className.split('_');
    const composed = composedBy(name, local);
    expect(composed).not.toBeNull();
    for (const element of ELEMENTS.filter((names) => names.includes(className)))
      expect(element).toEqual(expect.arrayContaining(composed ?? []));
  },
);
