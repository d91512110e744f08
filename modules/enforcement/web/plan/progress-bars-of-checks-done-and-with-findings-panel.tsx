import { LinkToAggregatedRows } from '#web/cell/link-to-aggregated-rows.tsx';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import './progress-bars-of-checks-done-and-with-findings-panel.css';

/** How far a plan has come: its checks, those made, and those that found something. */
const figures = ['checks', 'checks_done', 'checks_found'] as const;

/** The progress of a plan. Each figure opens the rows that it counts. */
export default function ProgressOfPlannedChecksDoneAndWithFindingsPanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  const all = Number(row[figures[0]] ?? 0);
  return (
    <dl className="xj-plan-progress">
      {figures.map((name) => {
        const one = resource.fields[name];
        if (!one?.from) return null;
        const n = Number(row[name] ?? 0);
        return (
          <div key={name}>
            <dt>{t(one.label)}</dt>
            <dd>
              <progress max={Math.max(all, 1)} value={n} aria-label={t(one.label)} />
              <LinkToAggregatedRows from={one.from} id={row.id}>
                {n}
              </LinkToAggregatedRows>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
