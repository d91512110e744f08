import { text } from '#kernel/text/text.ts';
import { listFiltersBehindIncidentCounts } from '#modules/incident/contract/wall/list-filters-behind-incident-counts.ts';
import { incidentLevels } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { useText } from '#web/i18n/locale.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { RowStateLabel } from '#web/wall/tile/row-state-label.tsx';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import { incident } from '../../contract/incident.ts';
import { type IncidentOnWall, type IncidentWallPanel, incidentWallFeed } from '../../contract/incident-wall-panels.ts';
import { formatHoursMinutesSeconds } from '../command/format-hours-minutes-seconds.ts';
import { incidentCommandTexts } from '../command/incident-command-texts.ts';
import { incidentDrawerName } from './incident-drawer-name.ts';
import './incident-tile.css';

const texts = { none: text('没有处理中的安全事件', 'No open incidents') };

/** Incidents: what is open, what waits, and the newest, each of which opens the command drawer. */
export function OpenIncidentsTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const panel = useFeedAnswer<IncidentWallPanel>(incidentWallFeed.name)?.answer;
  const counts = panel && listFiltersBehindIncidentCounts(panel);
  return (
    <Tile panel={tile}>
      {panel && counts ? (
        <div className="wall-incidents">
          <dl>
            {[counts.open, counts.unverified, counts.not_onward, counts.month].map((one) => (
              <div key={one.title.en}>
                <dt>{t(one.title)}</dt>
                <dd>
                  <FigureButton rows={one} />
                </dd>
              </div>
            ))}
          </dl>
          {panel.latest.length === 0 ? (
            <p className="wall-empty">{t(texts.none)}</p>
          ) : (
            <ol>
              {panel.latest.slice(0, 6).map((one) => (
                <Line key={one.id} one={one} />
              ))}
            </ol>
          )}
        </div>
      ) : null}
    </Tile>
  );
}

function Line({ one }: { readonly one: IncidentOnWall }) {
  const t = useText();
  const now = useWallSecond();
  const { openDrawer } = useWall();
  const level = incidentLevels.options[one.level];
  const left = one.due_at === null ? undefined : one.due_at - now;
  return (
    <li data-level={one.level}>
      <button type="button" className="wall-link" onClick={() => openDrawer(incidentDrawerName, one.id)}>
        {one.title}
      </button>
      <span>
        {level ? t(level) : one.level} <RowStateLabel resource={incident} status={one.status} />
      </span>
      {left !== undefined && (
        <em data-late={left <= 0 ? '' : undefined}>
          {t(left > 0 ? incidentCommandTexts.left : incidentCommandTexts.over, {
            time: formatHoursMinutesSeconds(left),
          })}
        </em>
      )}
    </li>
  );
}
