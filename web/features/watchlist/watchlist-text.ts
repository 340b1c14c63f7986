/**
 * A watchlist as text, for people and other programs: a ticker per line, each followed by its group and alerts, as in
 * `AAPL group=Big_tech price>=200 day<=-3 signal=STRONG-BUY`. On reading, blanks, commas and semicolons separate alike, so that a plain
 * list of tickers from anywhere will do.
 */
import { AI_SIGNALS, parseTicker } from '#compute';
import { isAlertRule, isSameRule, type Alert, type AlertRule } from '../../shared/watchlist/alert-rule.ts';
import {
  MAX_ALERTS,
  parseGroup,
  type WatchlistItem,
  type WatchlistItems,
} from '../../shared/watchlist/watchlist-items.ts';

const RULE = /^(price|day)(>=|<=|>|<)([+-]?\d+(?:\.\d+)?)%?$/i;
/** A group's name has no underscore of its own. */
const GROUP = /^group=(.*)$/i;
const SIGNAL = /^signal=([a-z_-]+)$/i;

/** The listings that a text names, and the words in it that are neither ticker, group nor alert. */
export interface ReadWatchlist {
  readonly items: WatchlistItems;
  readonly unreadable: readonly string[];
}

/** A line per listing, its group and alerts behind it; {@link watchlistFromText} reads it back. */
export function watchlistToText(items: WatchlistItems): string {
  return items
    .map(({ ticker, group, alerts }) => {
      const words = [ticker, ...(group === undefined ? [] : [groupWord(group)])];
      return `${[...words, ...alerts.map(({ rule }) => ruleWord(rule))].join(' ')}\n`;
    })
    .join('');
}

/** Reads a text; a ticker that stands there twice is one, with the alerts of both. Never throws. */
export function watchlistFromText(text: string): ReadWatchlist {
  const items = new Map<string, WatchlistItem>();
  const unreadable: string[] = [];
  let current: string | null = null;
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const rule = readRule(word);
    const group = readGroup(word);
    const ticker = parseTicker(word);
    const item = current === null ? undefined : items.get(current);
    if (rule !== null && item !== undefined) {
      items.set(item.ticker, { ...item, alerts: withRule(item.alerts, rule) });
    } else if (group !== null && item !== undefined) {
      items.set(item.ticker, { ...item, group });
      // An unknown signal would pass for the symbol of a currency pair.
    } else if (rule === null && ticker.ok && !SIGNAL.test(word) && !GROUP.test(word)) {
      current = ticker.value;
      if (!items.has(current)) items.set(current, { ticker: current, name: '', alerts: [] });
    } else {
      unreadable.push(word);
    }
  }
  return { items: [...items.values()], unreadable };
}

function groupWord(group: string): string {
  return `group=${group.replaceAll(' ', '_')}`;
}

/** The group that a word names; `null` for another word. */
function readGroup(word: string): string | null {
  return parseGroup(GROUP.exec(word)?.[1]?.replaceAll('_', ' ') ?? '');
}

function ruleWord(rule: AlertRule): string {
  if (rule.on === 'signal') return `signal=${rule.signal.replace(' ', '-')}`;
  return `${rule.on === 'price' ? 'price' : 'day'}${rule.direction === 'above' ? '>=' : '<='}${rule.value}`;
}

/** The rule that a word writes; `null` for another word. */
function readRule(word: string): AlertRule | null {
  const signal = SIGNAL.exec(word)?.[1]?.toUpperCase().replaceAll(/[-_]/g, ' ');
  const level = AI_SIGNALS.find((known) => known === signal);
  if (level !== undefined) return { on: 'signal', signal: level };
  const [, subject, comparison = '', value = ''] = RULE.exec(word) ?? [];
  if (subject === undefined) return null;
  const rule = {
    on: subject.toLowerCase() === 'price' ? 'price' : 'day_change',
    direction: comparison.startsWith('>') ? 'above' : 'below',
    value: Number(value),
  };
  return isAlertRule(rule) ? rule : null;
}

function withRule(alerts: readonly Alert[], rule: AlertRule): readonly Alert[] {
  if (alerts.length >= MAX_ALERTS || alerts.some((alert) => isSameRule(alert.rule, rule))) return alerts;
  return [...alerts, { rule, isMet: false }];
}
