import { useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { type ComplaintWallPanel, complaintWallFeed } from '#modules/complaint/contract/complaint-wall-panels.ts';
import { complaintCategories } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { formatRecent } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { RowStateLabel } from '#web/wall/tile/row-state-label.tsx';
import { useRowCapacity } from '#web/wall/tile/use-measured-text-size-and-row-capacity.ts';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import './complaint-tile.css';

/** In em. */
const rowHeight = 3.1;

const texts = {
  none: text('这个地区还没有投诉', 'No complaints in this area yet'),
  late: text('已超期', 'Overdue'),
};

/** The newest complaints, with masked names; those past their limit are marked. */
export function LatestComplaintsTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { textSize } = useWall();
  const [list, setList] = useState<HTMLElement | null>(null);
  const room = useRowCapacity(list, rowHeight * textSize);
  const panel = useFeedAnswer<ComplaintWallPanel>(complaintWallFeed.name)?.answer;
  return (
    <Tile panel={tile}>
      {panel ? (
        panel.latest.length === 0 ? (
          <p className="wall-empty">{t(texts.none)}</p>
        ) : (
          <ol className="wall-newest" ref={setList}>
            {panel.latest.slice(0, room).map((one) => (
              <Line key={one.id} one={one} />
            ))}
          </ol>
        )
      ) : null}
    </Tile>
  );
}

function Line({ one }: { readonly one: ComplaintWallPanel['latest'][number] }) {
  const t = useText();
  const { id, no, category, area, masked_name, at, status, overdue } = one;
  const kind = complaintCategories.options[category];
  return (
    <li data-late={overdue ? '' : undefined}>
      <time dateTime={new Date(at * 1000).toISOString()}>{formatRecent(at)}</time>
      <Link to={`/admin/${complaint.name}/${id}`} className="wall-link">
        {kind ? t(kind) : category}
      </Link>
      <RowStateLabel resource={complaint} status={status} />
      <span className="wall-newest-more">
        {overdue ? <strong>{t(texts.late)}</strong> : null}
        {[masked_name, translateDivisionName(area), no].filter(Boolean).join(' / ')}
      </span>
    </li>
  );
}
