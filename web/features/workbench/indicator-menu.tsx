import { INDICATORS, type IndicatorKind } from '#compute';
import { useState, type KeyboardEvent } from 'react';
import { Field } from '../../shared/ui/field.tsx';
import { MAX_INDICATORS } from './chosen-indicators.ts';
import { closeTool, ToolPopover } from './tool-popover.tsx';
import styles from './workbench.module.css';

/** Where a shortcut finds its button. */
export const INDICATOR_MENU_ID = 'workbench-indicators';

const KINDS = Object.keys(INDICATORS) as readonly IndicatorKind[];

/** Other names by which people look for an indicator. */
const WORDS: Readonly<Record<IndicatorKind, string>> = {
  sma: 'simple moving average mean',
  ema: 'exponential moving average',
  wma: 'weighted moving average',
  vwap: 'volume weighted average price',
  bollinger: 'standard deviation',
  keltner: 'range',
  rsi: 'relative strength index oscillator',
  macd: 'moving average convergence divergence',
  stochastic: 'oscillator %k %d',
  atr: 'average true range',
  adx: 'average directional index trend +di −di',
  obv: 'on balance volume',
  volatility: 'realized standard deviation',
  drawdown: 'fall from the high',
};

/** The indicators of which every word of a query begins some word. */
export function foundIndicators(query: string): readonly IndicatorKind[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return KINDS.filter((kind) => {
    const words = `${INDICATORS[kind].name} ${WORDS[kind]}`.toLowerCase().split(/\s+/);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

interface IndicatorMenuProps {
  readonly count: number;
  readonly onAdd: (kind: IndicatorKind) => void;
}

/** Finds an indicator by name and adds it. */
export function IndicatorMenu({ count, onAdd }: IndicatorMenuProps) {
  const [query, setQuery] = useState('');
  const found = foundIndicators(query);

  function add(kind: IndicatorKind | undefined) {
    if (kind === undefined) return;
    setQuery('');
    closeTool();
    onAdd(kind);
  }

  return (
    <ToolPopover label="Indicators" title="Add an indicator" id={INDICATOR_MENU_ID}>
      {count >= MAX_INDICATORS ? (
        <p className={styles.quiet}>{MAX_INDICATORS} indicators are the most. Remove one first.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys between its field and buttons
        <div onKeyDown={moveFocus}>
          <Field
            label="Find an indicator"
            value={query}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The panel's button gets the focus, and the rest of this key press would open it again.
              event.preventDefault();
              add(found[0]);
            }}
          />
          <ul className={styles.choices}>
            {found.map((kind) => (
              <li key={kind}>
                <button type="button" onClick={() => add(kind)}>
                  {INDICATORS[kind].name}
                  <span>{INDICATORS[kind].place === 'price' ? 'over the price' : 'in a pane'}</span>
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className={styles.quiet}>No indicator is called that.</p>}
        </div>
      )}
    </ToolPopover>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[(at + by + stops.length) % stops.length]?.focus();
}
