import type { AlertRule } from './alert-level.ts';

/** An alert's key: its ticker and its rule. The anchor is part of it, since a split turns the same number into another rule. */
export function alertKey(ticker: string, rule: AlertRule): string {
  return `${ticker} ${ruleKey(rule)}`;
}

function ruleKey(rule: AlertRule): string {
  switch (rule.on) {
    case 'price': {
      const { direction, value, anchor } = rule;
      return `price ${direction} ${value}${anchor ? `, ${anchor.date} at ${anchor.close}` : ''}`;
    }
    case 'day_change':
      return `day_change ${rule.direction} ${rule.value}`;
    case 'range':
      return `range ${rule.session} from ${rule.base_date} ${rule.horizon_days}`;
    case 'signal':
      return 'signal';
    case 'odds':
      return `odds ${rule.of} ${rule.horizon_days} ${rule.direction} ${rule.value}`;
  }
}
