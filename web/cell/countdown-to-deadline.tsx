import { useEffect, useState } from 'react';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { type DueUnit, type DueUrgency, formatDue } from '#web/cell/format/format-time-left-until-deadline.ts';
import { useWorkingCalendar } from '#web/cell/format/use-working-calendar.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import './style/cell.css';

const shapes: Readonly<Record<DueUrgency, string>> = {
  far: 'M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM5 2.8V5.2L6.6 6.2',
  near: 'M5 1 9.3 8.8H.7z',
  overdue: 'M1.5 1.5h7v7h-7z',
};

/** Seconds between updates: a countdown in hours and minutes needs no more. */
const tick = 30;

/** The server's present time in unix seconds, updated while the screen is shown. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tick * 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * A deadline as the time left; word, shape and colour show its urgency. `unit`: the unit of the limit; by default it
 * follows from the deadline.
 */
export function DueCountdown({ due, unit }: { due: number; unit?: DueUnit | null }) {
  const now = useNow();
  const calendar = useWorkingCalendar();
  const { pressure, text } = formatDue(due, now, calendar, currentLocale(), unit);
  return (
    <span className="xj-due" data-pressure={pressure} title={formatMinute(due)}>
      <svg className="xj-tone-mark" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
        <path
          d={shapes[pressure]}
          fill={pressure === 'far' ? 'none' : 'currentColor'}
          stroke={pressure === 'far' ? 'currentColor' : 'none'}
          strokeWidth={1.2}
        />
      </svg>
      {text}
    </span>
  );
}
