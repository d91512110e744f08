import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type { MapLayer, RowsOfMapLayer } from '#kernel/module/wall-map-layer.ts';
import { text } from '#kernel/text/text.ts';
import { mapFeed } from '#modules/wall-screen/contract/layered-map-panel.ts';
import { get } from '#web/http/client.ts';
import type { RowsBehindMarker } from '#web/map/cluster/lazy-cluster-map.tsx';

/** The rows of a marker of a layer, of a replayed moment if there is one; those of counted cells are fetched. */
export async function fetchRowsBehindMarker(
  { name, label, of, unit }: MapLayer,
  { points, total }: RowsBehindMarker,
  { area, at }: { readonly area: string; readonly at: number | undefined },
): Promise<RowsBehindFigure> {
  const [only] = points;
  const title = only?.label && only.id !== undefined && points.length === 1 ? text(only.label, only.label) : label;
  const answers = await Promise.all(
    points.flatMap(({ cell }) =>
      cell === undefined
        ? []
        : [
            get<RowsOfMapLayer>(
              `/admin/screen.${mapFeed.name}/index`,
              { area, layers: name, cell, ...(at === undefined ? {} : { at }) },
              { area: 'admin', duplicate: 'allow' },
            ),
          ],
    ),
  );
  const ids = [...points.flatMap(({ id }) => id ?? []), ...answers.flatMap((one) => one.ids)];
  return { of, title, unit, n: total, conditions: [], ids };
}
