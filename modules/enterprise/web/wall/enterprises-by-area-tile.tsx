import { useState } from 'react';
import type { EnterpriseCountsPanel } from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { enterpriseWallTexts } from '#modules/enterprise/contract/wall/enterprise-wall-texts.ts';
import { enterprisesOfDivision } from '#modules/enterprise/contract/wall/list-filters-behind-enterprise-wall-figures.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts as common } from '#web/wall/feed/wall-screen-texts.ts';
import { useRowCapacity } from '#web/wall/tile/use-measured-text-size-and-row-capacity.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';

const ROW = 1.86;

/** Divisions below the area, most enterprises first: the number opens the rows, the name the division. */
export function EnterprisesByAreaTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { textSize, goTo } = useWall();
  const panel = useFeedAnswer<EnterpriseCountsPanel>('enterprise')?.answer;
  const [list, setList] = useState<HTMLElement | null>(null);
  const [all, setAll] = useState(false);
  const room = useRowCapacity(list, ROW * textSize) * 2;
  const areas = (panel?.by_area ?? []).toSorted((one, other) => other.n - one.n);
  const visible = all || areas.length <= room ? areas : areas.slice(0, Math.max(1, room - 1));
  const rest = areas.length - visible.length;
  const most = Math.max(1, ...areas.map((one) => one.n));
  const own = panel && areas.length === 0 ? panel.area : undefined;
  return (
    <Tile panel={tile}>
      <ul className="wall-rows wall-columns" ref={setList} data-all={all ? '' : undefined}>
        {visible.map(({ code, name, short_name, n, waiting }) => (
          <li key={code}>
            <button
              type="button"
              className="wall-link wall-row-name"
              title={t(common.enter, { name: translateDivisionName(name) })}
              aria-label={t(common.enter, { name: translateDivisionName(name) })}
              onClick={() => goTo(code)}
            >
              {currentLocale() === 'en' ? translateDivisionName(name) : short_name}
            </button>
            <span
              className="wall-bar"
              aria-hidden="true"
              style={{ width: `${(n / most) * 100}%` }}
              title={t(enterpriseWallTexts.waitingHere, { n: waiting })}
            >
              <i data-status-group="active" style={{ flexGrow: n - waiting }} />
              <i data-status-group="waiting" style={{ flexGrow: waiting }} />
            </span>
            <FigureButton rows={enterprisesOfDivision({ code, name }, n, translateDivisionName)} />
          </li>
        ))}
        {own && panel ? (
          <li>
            <span className="wall-row-name">{translateDivisionName(own.name)}</span>
            <span className="wall-bar" aria-hidden="true">
              <i data-status-group="active" style={{ flexGrow: 1 }} />
            </span>
            <FigureButton rows={enterprisesOfDivision(own, panel.total, translateDivisionName)} />
          </li>
        ) : null}
        {rest > 0 ? (
          <li className="wall-rest">
            <button type="button" className="wall-link" onClick={() => setAll(true)}>
              {t(common.moreAreas, { n: rest })}
            </button>
          </li>
        ) : null}
      </ul>
    </Tile>
  );
}
