import type { CSSProperties } from 'react';
import styles from './styleguide-page.module.css';

const GROUNDS = ['page', 'surface', 'raised'] as const;
const INKS = ['text', 'text-2', 'text-3', 'accent', 'gain', 'loss', 'neutral', 'danger'] as const;
const SOFT = ['accent', 'gain', 'loss', 'neutral', 'danger'] as const;
const LINES = ['line', 'line-strong', 'control-line', 'focus'] as const;
const FONTS = ['12', '13', '14', '16', '20', '28', '40'] as const;
const SPACES = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
const RADII = ['control', 'card'] as const;

function token(name: string): string {
  return `var(--${name})`;
}

/** Inks on every ground, soft grounds with their ink, and lines. */
export function ColourTokens() {
  return (
    <>
      {GROUNDS.map((ground) => (
        <div key={ground} className={styles.swatch} style={{ background: token(ground) }}>
          <code>{ground}</code>
          {INKS.map((ink) => (
            <span key={ink} style={{ color: token(ink) }}>
              {ink}
            </span>
          ))}
        </div>
      ))}
      <div className={styles.row}>
        {SOFT.map((tone) => (
          <span
            key={tone}
            className={styles.swatch}
            style={{
              background: token(`${tone}-soft`),
              color: token(tone === 'neutral' ? 'text-2' : tone),
            }}
          >
            {tone}-soft
          </span>
        ))}
      </div>
      <div className={styles.row}>
        {LINES.map((line) => (
          <span key={line} className={styles.swatch} style={{ borderColor: token(line) }}>
            {line}
          </span>
        ))}
      </div>
    </>
  );
}

/** The type scale, with digits that align. */
export function TypeTokens() {
  return FONTS.map((size) => (
    <p key={size} style={{ fontSize: token(`font-${size}`) }}>
      <code>{size}</code> Close 1,234.56 · 7,890.12
    </p>
  ));
}

/** The steps of space, and the two radii. */
export function SpaceTokens() {
  return (
    <>
      {SPACES.map((step) => (
        <div key={step} className={styles.row}>
          <code>{step}</code>
          <span className={styles.step} style={{ width: token(`space-${step}`) } satisfies CSSProperties} />
        </div>
      ))}
      <div className={styles.row}>
        {RADII.map((radius) => (
          <span key={radius} className={styles.swatch} style={{ borderRadius: token(`radius-${radius}`) }}>
            {radius}
          </span>
        ))}
      </div>
    </>
  );
}
