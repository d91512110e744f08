import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Place } from '#kernel/kind/place.ts';
import type { Tone } from '#kernel/kind/select.ts';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import { lifeOf } from '#web/lifecycle/offered-moves.ts';
import { ClusterMap, type MapPoint, type MapTone } from '#web/map/cluster-map.tsx';
import { listRows } from '#web/record/resource-calls.ts';
import { titleOf, type WireRow } from '#web/record/wire-row.ts';
import type { LensProps } from '#web/table/board-lens.tsx';
import { commonArea } from '#web/table/common-area.ts';
import { ErrorState } from '#web/table/error-state.tsx';
import { placeField } from '#web/table/lens-switch.tsx';
import { toWireParams } from '#web/table/list-query.ts';
import { TitleCell } from '#web/table/list-table.tsx';
import './lens.css';

const words = {
  map: text('{label}地图', 'Map of {label}'),
  cut: text('只显示前 {n} 条；请加筛选条件。', 'Only the first {n} are shown; add a filter.'),
  here: text('此处共 {n} 条', '{n} here'),
  close: text('关闭', 'Close'),
  all: text('记录', 'Records'),
};

/** Rows a server answers at most. */
const most = 200;

const colours: Readonly<Record<Tone, string>> = {
  neutral: 'var(--xj-ink-soft)',
  progress: 'var(--xj-bronze)',
  good: 'var(--xj-celadon)',
  warning: 'var(--xj-amber)',
  bad: 'var(--xj-cinnabar)',
  muted: 'var(--xj-ink-faint)',
};

const colourOf = (tone: Tone): string => {
  const name = /var\((.+)\)/.exec(colours[tone])?.[1] ?? '';
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
};

/** Rows where they are. A marker opens what it stands for. */
export default function MapLens({ resource, query, onOpen }: LensProps) {
  const place = placeField(resource) ?? 'place';
  const [opened, setOpened] = useState<readonly WireRow[]>();
  const params = useMemo(() => ({ ...toWireParams(query, resource), page: 1, limit: most }), [query, resource]);
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', params],
    queryFn: ({ signal }) => listRows(resource, params, { signal }),
  });
  const states = lifeOf(resource)?.states;
  const tones = useMemo<MapTone[]>(
    () =>
      states
        ? Object.entries(states).map(([name, state]) => ({
            name,
            label: speak(state),
            color: colourOf(state.tone ?? 'neutral'),
          }))
        : [{ name: 'all', label: speak(words.all), color: colourOf('good') }],
    [states],
  );
  const rows = data?.list;
  const points = useMemo<MapPoint[]>(
    () =>
      (rows ?? []).flatMap((row) => {
        const at = row[place] as Place | null | undefined;
        if (!at) return [];
        return [
          {
            id: row.id,
            lng: at.lng,
            lat: at.lat,
            label: titleOf(resource, row),
            tone: Math.max(
              0,
              tones.findIndex((one) => one.name === row.status),
            ),
          },
        ];
      }),
    [rows, place, resource, tones],
  );
  const areaCode = useMemo(
    () => commonArea((rows ?? []).flatMap((row) => (typeof row.area_code === 'string' ? [row.area_code] : []))),
    [rows],
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const open = (ids: readonly (number | undefined)[]) => {
    const found = (rows ?? []).filter((row) => ids.includes(row.id));
    if (found.length === 1 && found[0]) onOpen(found[0]);
    else setOpened(found);
  };
  return (
    <div className="xj-map-lens">
      {(data?.total ?? 0) > most && <p className="xj-calendar-cut">{speak(words.cut, { n: most })}</p>}
      <div className="xj-map-lens-map">
        <ClusterMap
          label={speak(words.map, { label: speak(resource.label) })}
          {...(areaCode ? { areaCode } : {})}
          points={points}
          tones={tones}
          cooperative
          onOpen={({ points: chosen }) => open(chosen.map((one) => one.id))}
        />
        {opened && (
          <section className="xj-map-lens-rows" aria-label={speak(words.here, { n: opened.length })}>
            <header>
              {speak(words.here, { n: opened.length })}
              <button type="button" aria-label={speak(words.close)} onClick={() => setOpened(undefined)}>
                ×
              </button>
            </header>
            <ul>
              {opened.map((row) => (
                <li key={row.id}>
                  <TitleCell resource={resource} row={row} onOpen={onOpen}>
                    {titleOf(resource, row)}
                  </TitleCell>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}
