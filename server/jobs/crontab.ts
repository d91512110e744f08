import { Cron } from 'croner';
import { type Text, text } from '#kernel/text/text.ts';

/** A schedule in Asia/Shanghai. */
export interface Crontab {
  readonly line: string;
  readonly times: Cron;
}

/**
 * Parses a crontab line: minute, hour, day of the month, month, weekday. Throws an Error if it is invalid, if it never
 * occurs, such as 31 February, or if both day and weekday are given, because programs disagree about the meaning.
 */
export function parseCrontab(written: string): Crontab {
  const parts = written.trim().split(/\s+/);
  if (parts[2] !== '*' && parts[4] !== '*') throw new Error(`crontab ${written}: either a day or a weekday`);
  const line = parts.join(' ');
  try {
    const crontab = { line, times: new Cron(line, { mode: '5-part', timezone: 'Asia/Shanghai' }) };
    nextTime(crontab, new Date(0));
    return crontab;
  } catch (error) {
    throw new Error(`crontab ${written}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** The first scheduled time after a moment. */
export function nextTime({ line, times }: Crontab, after: Date): Date {
  const time = times.nextRun(after);
  if (!time) throw new Error(`crontab ${line}: never`);
  return time;
}

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

const two = (digits: string) => digits.padStart(2, '0');

/** The schedule in words if it is a common one, else the line. */
export function describeCrontab({ line }: Crontab): Text {
  const [minute = '', hour = '', day = '', month, weekday = ''] = line.split(' ');
  const at = isNumber(minute) && isNumber(hour) ? `${two(hour)}:${two(minute)}` : undefined;
  const whole = day === '*' && month === '*' && weekday === '*';
  if (whole && hour === '*') {
    if (minute === '*') return text('每分钟', 'Every minute');
    const [, step] = /^\*\/(\d+)$/.exec(minute) ?? [];
    if (step) return text(`每 ${step} 分钟`, `Every ${step} minutes`);
    if (isNumber(minute))
      return Number(minute) === 0
        ? text('每小时整点', 'Every hour')
        : text(`每小时第 ${Number(minute)} 分`, `Every hour at ${Number(minute)} past`);
  }
  if (!at || month !== '*') return text(line, line);
  if (whole) return text(`每天 ${at}`, `Daily at ${at}`);
  const named = isNumber(weekday) ? weekdayNames[Number(weekday) % 7] : undefined;
  if (named) return text(`每${named['zh-cn']} ${at}`, `${named.en} at ${at}`);
  if (weekday === '*' && isNumber(day)) return text(`每月 ${day} 日 ${at}`, `On day ${day} of the month at ${at}`);
  return text(line, line);
}

const isNumber = (part: string) => /^\d+$/.test(part);
