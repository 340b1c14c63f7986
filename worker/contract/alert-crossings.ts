/** Which levels are crossed. The scheduled run and an open tab both use this, so they find the same crossings. */
import type { AlertEvent } from './alert-rules.ts';
import type { AlertLevel, AlertMetric } from './alert-rules.ts';

export interface Observation {
  readonly value: number;
  readonly session: string;
  /** When the value was current, such as the time of the trade; epoch seconds. */
  readonly atSeconds: number;
}

export interface ObservedChange {
  readonly before: Observation | null;
  readonly now: Observation;
}

export interface WatchedLevel extends AlertLevel {
  readonly ticker: string;
  /** The metric's value when the rule was made (`null` if it was not known), its session and its time in epoch seconds. */
  readonly start: number | null;
  readonly startSession: string;
  readonly startAt: number;
  /** Not compared with an observation yet. */
  readonly isNew: boolean;
}

export interface LevelCrossing<Level, Change> {
  readonly level: Level;
  readonly change: Change;
  readonly crossed: Pick<AlertEvent, 'session' | 'direction' | 'level' | 'previous' | 'value'>;
}

/** A new level starts from its own value or else the metric's last observation; none from before the rule was made counts. */
export function crossingsOf<Level extends WatchedLevel, Change extends ObservedChange>(
  levels: readonly Level[],
  changes: ReadonlyMap<string, Change>,
): readonly LevelCrossing<Level, Change>[] {
  return levels.flatMap((level) => {
    const { isNew, start, startSession, startAt } = level;
    const change = changes.get(observationKey(level));
    if (change === undefined || (isNew && change.now.atSeconds <= startAt)) return [];
    const own = start === null ? null : { value: start, session: startSession, atSeconds: startAt };
    const from = (isNew ? own : null) ?? change.before;
    if (from === null || !isCrossed(level, from, change.now)) return [];
    const { session, value } = change.now;
    const { direction, level: crossedLevel } = level;
    return {
      level,
      change,
      crossed: { session, direction, level: crossedLevel, previous: from.value, value },
    };
  });
}

/** Whether a level was crossed. Half-open, so a value exactly on the level counts once. A value that is not newer never counts. */
function isCrossed(
  { direction, level, opens, session }: AlertLevel,
  before: Observation,
  now: Observation,
): boolean {
  if (now.atSeconds <= before.atSeconds) return false;
  if (session !== null && session !== now.session) return false;
  const from = opens !== null && before.session !== now.session ? opens : before.value;
  if (direction === 'above') return level === null ? from < now.value : from < level && level <= now.value;
  return level === null ? now.value < from : now.value <= level && level < from;
}

export function observationKey({ ticker, metric }: { ticker: string; metric: AlertMetric }): string {
  return `${ticker} ${metric}`;
}

/** The key of an alert's crossing in a session, whether the Worker or an open tab found it. */
export function alertEventKey(alert: string, session: string, direction: AlertEvent['direction']): string {
  return `${alert} ${session} ${direction}`;
}
