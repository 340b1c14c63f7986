import { classNames } from './class-names.ts';
import styles from './delta.module.css';

/**
 * A change. Its direction is shown three times: glyph, sign, colour.
 * `text` is the formatted change; an unsigned text of a gain gets its "+", zero counts as a gain without a
 * glyph, and a value that is not a number is neutral.
 */
export function Delta({ value, text }: { value: number; text: string }) {
  const tone = Number.isNaN(value) ? 'neutral' : value >= 0 ? 'gain' : 'loss';
  const isSigned = /^[+\-−]/.test(text);
  const sign = isSigned || tone === 'neutral' ? '' : tone === 'gain' ? '+' : '−';
  return (
    <span className={classNames(styles.delta, styles[tone])}>
      {value !== 0 && tone !== 'neutral' && (
        <span aria-hidden="true" className={styles.glyph}>
          {tone === 'gain' ? '▲' : '▼'}
        </span>
      )}
      {sign}
      {text}
    </span>
  );
}
