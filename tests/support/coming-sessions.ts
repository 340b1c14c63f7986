import { isTradingDay, SECONDS_PER_DAY, type ComingSessions, type TradingCalendar } from '#compute';

/** The session of a date and the 40 after it, by one of the model's calendars. Without hours, unless given in minutes. */
export function comingFrom(
  firstSeconds: number,
  calendar: TradingCalendar = 'nyse',
  [open, close]: readonly number[] = [],
): ComingSessions {
  const day_gaps = [firstSeconds / SECONDS_PER_DAY];
  for (let gap = 1, date = firstSeconds + SECONDS_PER_DAY; day_gaps.length <= 40; date += SECONDS_PER_DAY) {
    if (isTradingDay(date, calendar)) day_gaps.push(gap);
    gap = isTradingDay(date, calendar) ? 1 : gap + 1;
  }
  const column = (minutes: number | undefined) => (minutes === undefined ? [] : day_gaps.map(() => minutes));
  return {
    day_gaps,
    opens: column(open),
    closes: column(close),
    pre_minutes: 0,
    post_minutes: 0,
    settle_minutes: 30,
    holidays_until: null,
  };
}
