import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import type { ShownClock } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { useText } from '#web/i18n/locale.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { incidentLifecycle } from '../../contract/incident-lifecycle.ts';
import { formatHoursMinutesSeconds } from './format-hours-minutes-seconds.ts';
import { incidentCommandTexts as texts } from './incident-command-texts.ts';

/** The running time limits of an incident to the second, the one that ends first on top. */
export function IncidentTimeLimitClocks({ clocks }: { readonly clocks: readonly ShownClock[] }) {
  const t = useText();
  const now = useWallSecond();
  const running = clocks.filter(({ status }) => status !== 'done').toSorted((a, b) => a.due_at - b.due_at);
  if (running.length === 0) return <p className="xj-command-soft">{t(texts.noClocks)}</p>;
  return (
    <ul className="xj-command-clocks" aria-label={t(texts.clocks)}>
      {running.map(({ clock, due_at, article }) => {
        const declared: DeadlineClock | undefined = incidentLifecycle.clocks?.[clock];
        const left = due_at - now;
        return (
          <li key={clock} data-late={left <= 0 ? '' : undefined} title={article ?? undefined}>
            <span>{declared ? t(declared) : clock}</span>
            <strong>{t(left > 0 ? texts.left : texts.over, { time: formatHoursMinutesSeconds(left) })}</strong>
          </li>
        );
      })}
    </ul>
  );
}
