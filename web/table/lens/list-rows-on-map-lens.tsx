import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { toWireParams } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { ShapeIcon } from '#web/cell/status-tone-icon.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { lifecycleOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { ClusterMap } from '#web/map/cluster/lazy-cluster-map.tsx';
import { markerPointsOf, markerTonesOf } from '#web/map/cluster/markers-of-rows.ts';
import { type RowPoint, readPoints } from '#web/resource/resource-calls.ts';
import type { LensProps } from '#web/table/lens/kanban-board-lens.tsx';
import { smallestAdministrativeDivisionContaining } from '#web/table/lens/smallest-administrative-division-of-rows-on-map.ts';
import { shapeOfStatusTone } from '#web/theme/shape-of-status-tone.ts';

import './lens.css';

const texts = {
  map: text('{label}地图', '{label} map'),
  cut: text('只显示前 {n} 条；请加筛选条件。', 'Only the first {n} {n|is|are} shown. Add filters.'),
  none: text('没有符合条件且标有位置的记录。', 'No matching records with a location.'),
  here: text('此处共 {n} 条', '{n} {n|record|records} here'),
  close: text('关闭', 'Close'),
  legend: text('图例', 'Legend'),
};

/** Rows listed beside the map; for more, zoom in or filter. */
const mostNamed = 200;

/** CSS variables: markers and legend follow the theme by themselves. */
const colours: Readonly<Record<Tone, string>> = {
  neutral: 'var(--xj-ink-soft)',
  progress: 'var(--xj-bronze)',
  good: 'var(--xj-celadon)',
  warning: 'var(--xj-amber)',
  bad: 'var(--xj-cinnabar)',
  muted: 'var(--xj-ink-faint)',
};

const colourOf = (tone: Tone): string => colours[tone];

/** Rows on a map. A marker opens its row. */
export default function MapLens({ resource, query, onOpen, onOnly }: LensProps) {
  const [opened, setOpened] = useState<readonly RowPoint[]>();
  const params = useMemo(() => {
    const { page: _page, limit: _limit, ...rest } = toWireParams(query, resource) as Record<string, unknown>;
    return rest;
  }, [query, resource]);
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', 'points', params],
    queryFn: ({ signal }) => readPoints(resource, params, signal),
  });
  const states = lifecycleOf(resource)?.states;
  const locale = currentLocale();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of the states are those of the language
  const tones = useMemo(() => markerTonesOf(resource, colourOf), [resource, locale]);
  const rows = data?.points;
  const points = useMemo(() => markerPointsOf(rows ?? [], tones), [rows, tones]);
  const areaCode = useMemo(
    () => smallestAdministrativeDivisionContaining((rows ?? []).flatMap(([, , , , , area]) => area ?? [])),
    [rows],
  );
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const open = (ids: readonly (number | undefined)[]) => {
    const chosen = new Set(ids);
    const found = (rows ?? []).filter(([id]) => chosen.has(id));
    if (found.length === 1 && found[0]) onOpen({ id: found[0][0] });
    else setOpened(found);
  };
  return (
    <div className="xj-map-lens">
      {data?.more && <p className="xj-calendar-cut">{translate(texts.cut, { n: data.points.length })}</p>}
      {data?.points.length === 0 && <p className="xj-calendar-cut">{translate(texts.none)}</p>}
      <div className="xj-map-lens-map">
        <ClusterMap
          label={translate(texts.map, { label: translate(resource.label) })}
          {...(areaCode ? { areaCode } : {})}
          points={points}
          tones={tones}
          cooperative
          onOpen={({ points: chosen }) => open(chosen.map((one) => one.id))}
        />
        {opened && (
          <section className="xj-map-lens-rows" aria-label={translate(texts.here, { n: opened.length })}>
            <header>
              {translate(texts.here, { n: opened.length })}
              <button type="button" aria-label={translate(texts.close)} onClick={() => setOpened(undefined)}>
                ×
              </button>
            </header>
            <ul>
              {opened.slice(0, mostNamed).map(([id, , , title, status]) => {
                const state = status === null ? undefined : states?.[status];
                return (
                  <li key={id}>
                    <button type="button" className="xj-title-link" onClick={() => onOpen({ id })}>
                      {title ?? `#${id}`}
                    </button>
                    {state && <OptionTag option={state} />}
                  </li>
                );
              })}
            </ul>
          </section>
        )}
      </div>
      {states && rows && <Legend {...{ states, rows, onOnly }} />}
    </div>
  );
}

/** Legend with the number of rows per mark; a press shows them alone. */
function Legend({
  states,
  rows,
  onOnly,
}: {
  states: Lifecycle['states'];
  rows: readonly RowPoint[];
  onOnly: LensProps['onOnly'];
}) {
  const counts = new Map<string, number>();
  for (const [, , , , status] of rows) if (status !== null) counts.set(status, (counts.get(status) ?? 0) + 1);
  const shown = Object.entries(states).filter(([name]) => counts.has(name));
  if (shown.length === 0) return null;
  return (
    <ul className="xj-map-legend" aria-label={translate(texts.legend)}>
      {shown.map(([name, state]) => (
        <li key={name}>
          <button type="button" onClick={() => onOnly({ field: 'status', operator: '=', value: name })}>
            <ShapeIcon
              shape={shapeOfStatusTone(state.tone ?? 'neutral', state.officeLevel)}
              color={colourOf(state.tone ?? 'neutral')}
            />
            {translate(state)} <span>{counts.get(name)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
