import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type { Text } from '#kernel/text/text.ts';
import { type ComplaintWallPanel, complaintWallFeed } from '#modules/complaint/contract/complaint-wall-panels.ts';
import { complaintWallTexts as texts } from '#modules/complaint/contract/wall/complaint-wall-texts.ts';
import { listFiltersBehindComplaintCounts } from '#modules/complaint/contract/wall/list-filters-behind-complaint-counts.ts';
import { useText } from '#web/i18n/locale.ts';
import { useFeedAnswer } from '#web/wall/feed/wall-context.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import './complaint-tile.css';

/** Complaints of today and this month, those being handled, and how well they are handled. */
export function ComplaintWallTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const panel = useFeedAnswer<ComplaintWallPanel>(complaintWallFeed.name)?.answer;
  const counts = panel && listFiltersBehindComplaintCounts(panel);
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return (
    <Tile panel={tile}>
      {panel && counts ? (
        <dl className="wall-complaint-figures">
          {[counts.today, counts.month, counts.pending].map((one) => (
            <div key={one.title.en}>
              <dt>{t(one.title)}</dt>
              <dd>
                <FigureButton rows={one} />
              </dd>
            </div>
          ))}
          <Share label={texts.onTime} value={percent(panel.accept_on_time)} rows={counts.decided_late} />
          <Share label={texts.settled} value={percent(panel.settle_rate)} rows={counts.settled} />
          <Share
            label={texts.days}
            value={`${panel.avg_days} ${t(texts.dayUnit, { n: panel.avg_days })}`}
            rows={counts.ended}
          />
        </dl>
      ) : null}
    </Tile>
  );
}

/** A share or a mean, with the number of rows that it rests on or falls short by. */
function Share({
  label,
  value,
  rows,
}: {
  readonly label: Text;
  readonly value: string;
  readonly rows: RowsBehindFigure;
}) {
  const t = useText();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>
        {value}
        <small>
          {t(rows.title)} <FigureButton rows={rows} />
        </small>
      </dd>
    </div>
  );
}
