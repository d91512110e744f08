import { useState } from 'react';
import type { EnterpriseCountsPanel } from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { enterpriseWallTexts } from '#modules/enterprise/contract/wall/enterprise-wall-texts.ts';
import {
  enterprisesOfType,
  enterpriseTypeText,
} from '#modules/enterprise/contract/wall/list-filters-behind-enterprise-wall-figures.ts';
import { useText } from '#web/i18n/locale.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts as common } from '#web/wall/feed/wall-screen-texts.ts';
import { useRowCapacity } from '#web/wall/tile/use-measured-text-size-and-row-capacity.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import { countInStatusGroup } from './status-group-counts-and-colours.ts';

const shown = ['active', 'waiting', 'attention', 'ended'] as const;

/** Row height in em. */
const ROW = 1.86;

/** Enterprises by type, each bar divided by status group. As many types as fit. */
export function EnterprisesByTypeTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { textSize } = useWall();
  const panel = useFeedAnswer<EnterpriseCountsPanel>('enterprise')?.answer;
  const [list, setList] = useState<HTMLElement | null>(null);
  const [all, setAll] = useState(false);
  const room = useRowCapacity(list, ROW * textSize);
  const types = panel?.by_type ?? [];
  const visible = all || types.length <= room ? types : types.slice(0, Math.max(1, room - 1));
  const rest = types.length - visible.length;
  const most = Math.max(1, ...types.map((one) => one.n));
  return (
    <Tile panel={tile}>
      <ul className="wall-rows" ref={setList} data-all={all ? '' : undefined}>
        {panel
          ? visible.map(({ type, n, statuses }) => (
              <li key={type}>
                <span className="wall-row-name">{t(enterpriseTypeText(type))}</span>
                <span className="wall-bar" aria-hidden="true" style={{ width: `${(n / most) * 100}%` }}>
                  {shown.map((group) => (
                    <i
                      key={group}
                      data-status-group={group}
                      style={{ flexGrow: countInStatusGroup(statuses, group) }}
                    />
                  ))}
                </span>
                <FigureButton rows={enterprisesOfType(panel.area, n, type)} />
              </li>
            ))
          : null}
        {rest > 0 ? (
          <li className="wall-rest">
            <button type="button" className="wall-link" onClick={() => setAll(true)}>
              {t(common.more, { n: rest })}
            </button>
          </li>
        ) : null}
        {panel && types.length === 0 ? <li className="wall-empty">{t(enterpriseWallTexts.nothing)}</li> : null}
      </ul>
    </Tile>
  );
}
