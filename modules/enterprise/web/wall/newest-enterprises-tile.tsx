import { useState } from 'react';
import { Link } from 'react-router';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { NewestEnterprisesPanel } from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { enterpriseWallTexts } from '#modules/enterprise/contract/wall/enterprise-wall-texts.ts';
import { enterpriseTypeText } from '#modules/enterprise/contract/wall/list-filters-behind-enterprise-wall-figures.ts';
import { formatTimestamp } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts as common } from '#web/wall/feed/wall-screen-texts.ts';
import { RowStateLabel } from '#web/wall/tile/row-state-label.tsx';
import { useRowCapacity } from '#web/wall/tile/use-measured-text-size-and-row-capacity.ts';
import { useNewRowsOfWallPanel } from '#web/wall/tile/use-new-rows-of-wall-panel.ts';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';

const ROW = 3.1;

/** Latest registrations; new ones are highlighted for a minute. */
export function NewestEnterprisesTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { textSize, feed, at } = useWall();
  const panel = useFeedAnswer<NewestEnterprisesPanel>('newest')?.answer;
  const { arrived } = useNewRowsOfWallPanel(at === undefined ? panel : undefined);
  const [list, setList] = useState<HTMLElement | null>(null);
  const room = useRowCapacity(list, ROW * textSize);
  const now = useWallSecond();
  return (
    <Tile
      panel={tile}
      extra={
        feed.lost || at !== undefined ? null : (
          <span className="wall-live">
            <i aria-hidden="true" />
            {t(common.live)}
          </span>
        )
      }
    >
      <ol className="wall-newest" ref={setList} aria-live="polite">
        {(panel?.rows ?? []).slice(0, room).map((row) => (
          <li key={row.id} data-new={arrived.has(row.id) ? '' : undefined}>
            <time dateTime={new Date(row.createtime * 1000).toISOString()}>{formatTimestamp(row.createtime, now)}</time>
            <Link to={`/admin/${enterprise.name}/${row.id}`} className="wall-link">
              {row.name}
            </Link>
            {arrived.has(row.id) ? <em>{t(common.justNow)}</em> : null}
            <span className="wall-newest-more">
              {t(enterpriseTypeText(row.ent_type))}
              <i aria-hidden="true">/</i>
              {translateDivisionName(row.area_name)}
            </span>
            <RowStateLabel resource={enterprise} status={row.status} />
          </li>
        ))}
        {panel && panel.rows.length === 0 ? (
          <li className="wall-empty">{t(enterpriseWallTexts.nothingNewest)}</li>
        ) : null}
      </ol>
    </Tile>
  );
}
