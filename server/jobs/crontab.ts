import { type Text, text } from '#kernel/text/text.ts';

/** A schedule in Asia/Shanghai, which is always UTC+8. */
export interface Crontab {
  readonly line: string;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
}

const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const AHEAD = 8 * HOUR;

/** 29 February on a Sunday occurs at least every 40 years. */
const maxDays = 41 * 366;

/**
 * Parses a crontab line: minute, hour, day of the month, month, weekday, each `*`, a number, `1-5`, `0-59/15`, or
 * several of them with commas. Throws an Error if it is invalid, or if both day and weekday are given, because programs
 * disagree about the meaning.
 */
export function parseCrontab(line: string): Crontab {
  const parts = line.trim().split(/\s+/);
  if (parts.length !== 5) throw new Error(`crontab ${line}: five parts expected`);
  if (parts[2] !== '*' && parts[4] !== '*') throw new Error(`crontab ${line}: either a day or a weekday`);
  const [minutes, hours, days, months, weekdays] = parts.map((part, place) => {
    const [least, most] = ranges[place] as (typeof ranges)[number];
    const numbers = part.split(',').flatMap((one) => numbersOf(one, least, most, line));
    return [...new Set(place === 4 ? numbers.map((day) => day % 7) : numbers)].sort((a, b) => a - b);
  }) as [number[], number[], number[], number[], number[]];
  const crontab = { line: parts.join(' '), minutes, hours, days, months, weekdays };
  nextTime(crontab, new Date(0)); // a date that never occurs, such as 31 February, is refused when declared
  return crontab;
}

function numbersOf(written: string, least: number, most: number, line: string): number[] {
  const [, star, from, to, step] = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(written) ?? [];
  const begin = star ? least : Number(from);
  const end = star ? most : Number(to ?? (step ? most : from));
  const every = Number(step ?? 1);
  if ((!star && from === undefined) || begin < least || end > most || begin > end || every < 1)
    throw new Error(`crontab ${line}: ${written} is no time`);
  return Array.from({ length: Math.floor((end - begin) / every) + 1 }, (_, place) => begin + place * every);
}

/** The first scheduled time after a moment. */
export function nextTime(crontab: Crontab, after: Date): Date {
  const local = after.getTime() + AHEAD;
  const today = Math.floor(local / DAY) * DAY;
  for (let day = today; day < today + maxDays * DAY; day += DAY) {
    if (!isDay(crontab, new Date(day))) continue;
    for (const hour of crontab.hours)
      for (const minute of crontab.minutes) {
        const time = day + hour * HOUR + minute * MINUTE;
        if (time > local) return new Date(time - AHEAD);
      }
  }
  throw new Error(`crontab ${crontab.line}: never`);
}

const isDay = ({ days, months, weekdays }: Crontab, day: Date) =>
  months.includes(day.getUTCMonth() + 1) && days.includes(day.getUTCDate()) && weekdays.includes(day.getUTCDay());

/** Number of scheduled times after a moment up to and including another, at most `most`. */
export function countTimes(crontab: Crontab, after: Date, until: Date, most = 1000): number {
  let count = 0;
  for (let time = nextTime(crontab, after); time <= until && count < most; time = nextTime(crontab, time)) count++;
  return count;
}

const weekdayNames = [
  text('周日', 'Sundays'),
  text('周一', 'Mondays'),
  text('周二', 'Tuesdays'),
  text('周三', 'Wednesdays'),
  text('周四', 'Thursdays'),
  text('周五', 'Fridays'),
  text('周六', 'Saturdays'),
];

const two = (number: number) => String(number).padStart(2, '0');

/** The schedule in words if it is a common one, else the line. */
export function describeCrontab({ line, minutes, hours, weekdays }: Crontab): Text {
  const [minute, hour, day, month, weekday] = line.split(' ');
  const at = minutes.length === 1 && hours.length === 1 ? `${two(hours[0] ?? 0)}:${two(minutes[0] ?? 0)}` : undefined;
  const whole = day === '*' && month === '*' && weekday === '*';
  if (whole && hour === '*') {
    if (minute === '*') return text('每分钟', 'Every minute');
    const [, step] = /^\*\/(\d+)$/.exec(minute ?? '') ?? [];
    if (step) return text(`每 ${step} 分钟`, `Every ${step} minutes`);
    if (minutes.length === 1)
      return minutes[0] === 0
        ? text('每小时整点', 'Every hour')
        : text(`每小时第 ${minutes[0]} 分`, `Every hour at ${minutes[0]} past`);
  }
  if (!at || month !== '*') return text(line, line);
  if (whole) return text(`每天 ${at}`, `Daily at ${at}`);
  const named = weekday === '*' ? undefined : weekdayNames[weekdays[0] ?? 0];
  if (named && weekdays.length === 1) return text(`每${named['zh-cn']} ${at}`, `${named.en} at ${at}`);
  if (weekday === '*' && /^\d+$/.test(day ?? ''))
    return text(`每月 ${day} 日 ${at}`, `On day ${day} of the month at ${at}`);
  return text(line, line);
}
