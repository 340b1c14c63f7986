import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './tile.module.css';

export type TileProps = {
  label: ReactNode;
  value: ReactNode;
  detail?: ReactNode;
  tone?: 'gain' | 'loss' | 'neutral';
  /** A standing remark about the figure, such as "Simulated". It belongs to the accessible name too. */
  chip?: ReactNode;
};

/** One figure with its label. A group named by label and chip, so that the remark is never lost. */
export function Tile({ label, value, detail, tone, chip }: TileProps) {
  const id = useId();
  const names = chip === undefined ? `${id}-label` : `${id}-label ${id}-chip`;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag means a figure with its remark; fieldset is for controls
    <div role="group" aria-labelledby={names} className={styles.tile}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <span className={classNames(styles.value, tone && styles[tone])}>{value}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {chip !== undefined && (
        <span id={`${id}-chip`} className={styles.chip}>
          {chip}
        </span>
      )}
    </div>
  );
}
