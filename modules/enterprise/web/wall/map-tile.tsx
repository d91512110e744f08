import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { country, type PanelArea } from '#kernel/panel.ts';
import { text } from '#kernel/text.ts';
import {
  type EnterprisePanel,
  type MapPanel,
  type NewestPanel,
  standingNames,
  standings,
} from '#modules/enterprise/contract/wall.ts';
import { get } from '#web/http/client.ts';
import { currentLocale, speak, useText } from '#web/i18n/locale.ts';
import { type AreaClass, ClusterMap, type MapPoint, type Opened } from '#web/map/cluster-map.tsx';
import type { RowsBehind } from '#web/wall/rows-behind.ts';
import { type PanelProps, useFreshness } from '#web/wall/tile.tsx';
import { useArrivals } from '#web/wall/use-arrivals.ts';
import { usePanel, useWall } from '#web/wall/wall-context.ts';
import { ageText, grouped } from '#web/wall/wall-time.ts';
import { words as common } from '#web/wall/wall-words.ts';
import { ofIds } from './enterprise-rows.ts';
import { standingColours } from './standing.ts';
import { words } from './words.ts';

/** The area with its enterprises: clusters open the rows behind them, a division is entered by a click. */
export function MapTile({ panel: tile }: PanelProps) {
  const say = useText();
  const id = useId();
  const { theme, calm, textSize, openRows, goTo } = useWall();
  const map = usePanel<MapPanel>('map')?.answer;
  const panel = usePanel<EnterprisePanel>('enterprise')?.answer;
  const { rings: arrivals } = useArrivals(usePanel<NewestPanel>('newest')?.answer);
  const area = map?.area;
  const [classes, setClasses] = useState<AreaClass[]>([]);
  const points = usePoints(map);
  const tones = useMemo(
    () => standingNames.map((name) => ({ name, label: speak(standings[name]), color: standingColours(theme)[name] })),
    [theme],
  );
  const values = useMemo(() => new Map(panel?.by_area.map((one) => [one.code, one.n])), [panel?.by_area]);
  const open = useCallback(
    (opened: Opened) => {
      if (area) void rowsOf(opened, area).then(openRows, () => undefined);
    },
    [area, openRows],
  );
  return (
    <section
      className="wall-map"
      data-tile={tile.name}
      data-state={map ? map.state : 'reading'}
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go from tile to tile
      tabIndex={0}
    >
      <h2 id={id} className="xj-visually-hidden">
        {say(tile.label)}
      </h2>
      {area ? (
        <ClusterMap
          label={`${area.name} · ${say(tile.label)}`}
          areaCode={area.code}
          points={points}
          tones={tones}
          values={values}
          onOpen={open}
          onArea={(code) => code !== area.code && goTo(code)}
          onClasses={setClasses}
          pulses={arrivals}
          theme={theme}
          textSize={textSize}
          calm={calm}
          frame
        >
          <nav className="wall-path" aria-label={say(common.path)}>
            {area.path.map(({ code, name }) => (
              <button key={code} type="button" className="wall-link" onClick={() => goTo(code)}>
                {code === country.code ? say(country) : name}
              </button>
            ))}
            <strong>{area.code === country.code ? say(country) : area.name}</strong>
          </nav>
          <div className="wall-legend">
            <ul>
              {standingNames.map((name) => (
                <li key={name}>
                  <span className="wall-key" data-standing={name}>
                    {say(standings[name])}
                  </span>
                </li>
              ))}
            </ul>
            {classes.length > 1 ? (
              <ol aria-label={say(words.perArea)}>
                {classes.map(({ fill, from, to }) => (
                  <li key={fill}>
                    <i style={{ background: fill }} aria-hidden="true" />
                    {from === to ? to : `${grouped(from)}–${grouped(to)}`}
                  </li>
                ))}
              </ol>
            ) : null}
            <MapAge panel={map} />
          </div>
        </ClusterMap>
      ) : null}
      <StaleEdge />
    </section>
  );
}

function MapAge({ panel }: { panel: MapPanel }) {
  const say = useText();
  const { age, stale, source } = useFreshness('map');
  return (
    <p>
      {stale ? <strong>{say(common.stale)} </strong> : null}
      {[ageText(age, currentLocale()), source ? say(source) : ''].filter(Boolean).join(' · ')}
      {panel.unplaced > 0 ? <span>{say(words.unplaced, { n: panel.unplaced })}</span> : null}
    </p>
  );
}

/** The hatched edge of a map whose points are old. */
function StaleEdge() {
  return useFreshness('map').stale ? <span className="wall-stale" aria-hidden="true" /> : null;
}

/** The panel's points as the map takes them; the same list as before while nothing has moved. */
function usePoints(panel: MapPanel | undefined): readonly MapPoint[] {
  const kept = useRef<{ key: string; points: readonly MapPoint[] }>({ key: '', points: [] });
  return useMemo(() => {
    const key = panel ? JSON.stringify([panel.features?.features, panel.points, panel.cells]) : '';
    if (key !== kept.current.key) kept.current = { key, points: panel ? readPoints(panel) : [] };
    return kept.current.points;
  }, [panel]);
}

function readPoints({ features, points, cells }: MapPanel): MapPoint[] {
  if (features) {
    return features.features.map(({ geometry: { coordinates }, properties: { id, level, label } }) => ({
      id,
      lng: coordinates[0],
      lat: coordinates[1],
      tone: standingNames.indexOf(level),
      label,
    }));
  }
  if (points) return points.map(([id, lng, lat, tone]) => ({ id, lng, lat, tone }));
  return (cells ?? []).map(([lng, lat, counts, cell]) => ({ lng, lat, counts, cell }));
}

/** What was opened on the map, as rows: their ids are known, or asked for cell by cell. */
async function rowsOf({ points, total }: Opened, area: PanelArea): Promise<RowsBehind> {
  const [only] = points;
  const title =
    only?.label && points.length === 1
      ? text(only.label, only.label)
      : text(`${area.name} · 地图所选`, `${area.name} · chosen on the map`);
  const cells = points.flatMap((one) => one.cell ?? []);
  const ids = points.flatMap((one) => one.id ?? []);
  const asked = await Promise.all(
    cells.map((cell) =>
      get<{ ids: number[] }>(
        '/admin/screen.map/index',
        { area: area.code, cell },
        { area: 'admin', duplicate: 'allow' },
      ),
    ),
  );
  return ofIds([...ids, ...asked.flatMap((one) => one.ids)], total, title);
}
