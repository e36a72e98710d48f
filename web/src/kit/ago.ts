import { LOCALE } from '../words/languages';

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
];
/** For older times, a date is more useful than a number of days. */
const DATED_AFTER_S = 6 * 86_400;

/** Below this, count seconds. */
const COUNTED_S = 90;

/** Returns “in 40 seconds”, “in 3 minutes” and the like; null once the time has come. */
export function untilInWords(date: Date, now: number): string | null {
  const seconds = Math.ceil((date.getTime() - now) / 1000);
  if (!(seconds > 0)) return null;
  const words = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });
  return seconds < COUNTED_S
    ? words.format(seconds, 'second')
    : words.format(Math.round(seconds / 60), 'minute');
}

/** Returns “3 minutes ago” and similar; null for distant or future dates. */
export function inWords(date: Date, now: number): string | null {
  const seconds = Math.round((now - date.getTime()) / 1000);
  if (seconds > DATED_AFTER_S || seconds < -60 || Number.isNaN(seconds)) return null;
  const words = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
  const [unit, size] = STEPS.findLast((step) => seconds >= step[1]) ?? (['second', 1] as const);
  return unit === 'second' ? words.format(0, 'second') : words.format(-Math.floor(seconds / size), unit);
}
