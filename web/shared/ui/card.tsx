import { useId, type ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './button.tsx';

type CardProps = {
  title: ReactNode;
  /** Id of the heading, if a link or label points at it. */
  titleId?: string;
  subtitle?: ReactNode;
  /** Controls at the right of the title; below it on a phone without room beside it. */
  actions?: ReactNode;
  menu?: ReactNode;
  footer?: ReactNode;
  /** Removes the body's padding, for charts and tables that run to the edge. */
  flush?: boolean;
  children: ReactNode;
  className?: string;
};

export function Card(props: CardProps) {
  const { title, subtitle, actions, menu, footer, flush, children, className } = props;
  const ownId = useId();
  const headingId = props.titleId ?? ownId;
  return (
    <section aria-labelledby={headingId} className={classNames(styles.card, className)}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
          {subtitle !== undefined && <p className="note">{subtitle}</p>}
        </div>
        <div className={styles.tools}>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          {menu}
        </div>
      </div>
      <div className={classNames(styles.body, flush && styles.flush)}>{children}</div>
      {footer !== undefined && footer !== false && <div className={styles.footer}>{footer}</div>}
    </section>
  );
}

export function Tiles({ children }: { children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>;
}

type TileProps = {
  label: ReactNode;
  value: ReactNode;
  detail?: ReactNode;
  tone?: 'gain' | 'loss' | 'neutral';
  /** A permanent note on the figure, such as "Simulated"; part of the accessible name. */
  chip?: ReactNode;
};

/** One figure with its label: a group named by label and chip, so that the note is never lost. */
export function Tile({ label, value, detail, tone, chip }: TileProps) {
  const id = useId();
  const names = chip === undefined ? `${id}-label` : `${id}-label ${id}-chip`;
  return (
    <div role="group" aria-labelledby={names} className={styles.tile}>
      <span id={`${id}-label`} className="note">
        {label}
      </span>
      <span className={classNames(styles.value, tone)}>{value}</span>
      {detail !== undefined && <span className="note">{detail}</span>}
      {chip !== undefined && (
        <span id={`${id}-chip`} className={styles.chip}>
          {chip}
        </span>
      )}
    </div>
  );
}
