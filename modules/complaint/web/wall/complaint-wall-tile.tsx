import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { openStates } from '#modules/complaint/contract/complaint-states.ts';
import { type ComplaintPanel, complaintFeed } from '#modules/complaint/contract/complaint-wall.ts';
import { useText } from '#web/i18n/locale.ts';
import { areaConditions, conditionOfValues } from '#web/wall/feed/area-conditions-of-panel.ts';
import type { RowsBehindFigure } from '#web/wall/feed/rows-behind-figure.ts';
import { useFeedAnswer } from '#web/wall/feed/wall-context.ts';
import { FigureButton } from '#web/wall/tile/figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/tile.tsx';
import './complaint-tile.css';

const texts = {
  today: text('今日新增', 'Filed today'),
  month: text('本月新增', 'Filed this month'),
  pending: text('办理中', 'Being handled'),
  onTime: text('按时受理', 'Decided in time'),
  settled: text('调解成功', 'Settled'),
  days: text('平均用时', 'Mean time'),
  unit: text('件', 'complaints'),
  dayUnit: text('{n} 天', '{n} {n|day|days}'),
} as const;

const ofComplaints = { of: complaint.name, unit: texts.unit, more: 'no' } as const;

/** The rows behind each count of the panel. */
export function rowsBehindComplaintCounts({
  area,
  asof,
  today,
  month,
  pending,
}: ComplaintPanel): readonly RowsBehindFigure[] {
  const day = shanghaiDateOf(asof);
  const filed = (from: string) => ({ field: 'filed_on', operator: 'RANGE', value: `${from},${day}` }) as const;
  const inside = areaConditions(area);
  return [
    { ...ofComplaints, title: texts.today, n: today, conditions: [...inside, filed(day)] },
    { ...ofComplaints, title: texts.month, n: month, conditions: [...inside, filed(`${day.slice(0, 7)}-01`)] },
    {
      ...ofComplaints,
      title: texts.pending,
      n: pending,
      conditions: [...inside, conditionOfValues('status', openStates)],
    },
  ];
}

/** Complaints of today and this month, those being handled, and how well they are handled. */
export function ComplaintWallTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const panel = useFeedAnswer<ComplaintPanel>(complaintFeed.name)?.answer;
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return (
    <Tile panel={tile}>
      {panel ? (
        <dl className="wall-complaint-figures">
          {rowsBehindComplaintCounts(panel).map((one) => (
            <div key={one.title.en}>
              <dt>{t(one.title)}</dt>
              <dd>
                <FigureButton rows={one} />
              </dd>
            </div>
          ))}
          <div>
            <dt>{t(texts.onTime)}</dt>
            <dd>{percent(panel.accept_on_time)}</dd>
          </div>
          <div>
            <dt>{t(texts.settled)}</dt>
            <dd>{percent(panel.settle_rate)}</dd>
          </div>
          <div>
            <dt>{t(texts.days)}</dt>
            <dd>{t(texts.dayUnit, { n: panel.avg_days })}</dd>
          </div>
        </dl>
      ) : null}
    </Tile>
  );
}
