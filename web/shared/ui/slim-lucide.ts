import { createElement } from 'react';
import type { ReactElement, SVGAttributes } from 'react';

type IconData = {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
};

type IconProps = SVGAttributes<SVGSVGElement> & { readonly size?: number };

/**
 * Makes the component of a Lucide icon: its drawing in the 24-unit square of the set, hidden from screen readers, for its button
 * has the name. Stands in for the set's own machinery in a build (`vite.config.ts`), whose contexts, class names and aliases
 * nobody uses here and which weighs 1.5 KB.
 */
// oxlint-disable-next-line import/no-default-export -- the module that it stands in for has one
export default function createLucideIcon({ node }: IconData): (props: IconProps) => ReactElement {
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      drawing,
    );
}
