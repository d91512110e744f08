import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { placeFieldOf } from '#kernel/field/field.ts';
import { dimensionValueLabel } from '#kernel/module/arrange-report-figures-in-cross-table.ts';
import { conditionsInArea, divisionLevelBelow } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import {
  isFeed,
  isLevels,
  isMeasure,
  type PanelArea,
  type ShownMeasure,
  type ShownRows,
  type WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type {
  NameDivisionInEnglish,
  PanelFigureGroup,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { findMeasure, type MeasureFigure } from '#kernel/resource/statistical-measures-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { readMeasure } from '#server/read/list/read-statistical-measure.ts';

/** As many rows as a tile of the wall reads. */
const mostRows = 20;

/** For whom figures are read, and of which area. */
export interface FigureReader {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly area: PanelArea;
  readonly inEnglish: NameDivisionInEnglish;
}

/** The present figures of a panel that shows a measure or rows of a resource, as far as the caller may list it. */
export async function readPresentFiguresOfPanelShowingMeasureOrRows(
  reader: FigureReader,
  { shows }: WallPanel,
): Promise<readonly PanelFigureGroup[]> {
  const resource = isFeed(shows) ? undefined : reader.engine.find(shows.of);
  if (isFeed(shows) || !resource || !can(reader.caller, `${resource.name}/index`)) return [];
  // the rows of levels are those of a feed
  if (isLevels(shows)) return [];
  if (isMeasure(shows)) return [await readMeasureFigures(reader, resource, shows)];
  return [
    shows.rows === 'placed'
      ? await readNumberOfPlaces(reader, resource)
      : await readNamedRows(reader, resource, shows.rows),
  ];
}

async function readMeasureFigures(
  { engine, caller, area, inEnglish }: FigureReader,
  resource: AnyResource,
  { measure: name, by }: ShownMeasure,
): Promise<PanelFigureGroup> {
  const measure = findMeasure(resource, name);
  if (!measure) return {};
  const { list } = await readMeasure(engine, resource, caller, {
    name,
    measure,
    by: [by],
    level: divisionLevelBelow(area) as 1 | 2 | 3,
    conditions: conditionsInArea(resource, area),
    quickSearch: '',
  });
  const fields = allColumnsOf(resource);
  const labelOf = (figure: MeasureFigure): Text => {
    const [zh, en] = (['zh-cn', 'en'] as const).map((locale) =>
      dimensionValueLabel({ field: by }, figure, fields, locale),
    );
    const division = typeof figure[`${by}_name`] === 'string';
    return text(zh ?? '', division ? inEnglish(zh ?? '') : (en ?? ''));
  };
  return {
    figures: (JSON.parse(list) as MeasureFigure[]).map((figure) => ({
      rows: { of: resource.name, title: labelOf(figure), n: Number(figure.value), conditions: [] },
    })),
  };
}

async function readNumberOfPlaces(
  { engine, caller, area }: FigureReader,
  resource: AnyResource,
): Promise<PanelFigureGroup> {
  const conditions: Condition[] = [
    ...conditionsInArea(resource, area),
    { field: placeFieldOf(resource) ?? resource.title, operator: 'NOT NULL', value: '' },
  ];
  const row = await engine.db.row<{ n: number }>(sql`
    select count(*)::int as n from ${sql.id(tableOf(resource))} t
    where ${whereOfList(engine, resource, caller, { conditions, quickSearch: '' })}`);
  return { figures: [{ rows: { of: resource.name, title: resource.label, n: row?.n ?? 0, conditions } }] };
}

async function readNamedRows(
  { engine, caller, area }: FigureReader,
  resource: AnyResource,
  which: Exclude<ShownRows['rows'], 'placed'>,
): Promise<PanelFigureGroup> {
  const due = which === 'due';
  const conditions: Condition[] = [
    ...conditionsInArea(resource, area),
    ...(due ? [{ field: 'due_at', operator: 'NOT NULL', value: '' } as const] : []),
  ];
  const [at, order] = due
    ? [sql`t.due_at`, sql`t.due_at, t.id`]
    : [sql`t.createtime`, sql`t.createtime desc, t.id desc`];
  const status = resource.life ? sql`t.status::text` : sql`null::text`;
  const rows = await engine.db.rows<{ id: number; title: string | null; status: string | null; at: number }>(sql`
    select t.id, ${headingColumn(resource, engine.find, caller.locale)}::text as title, ${status} as status,
      floor(extract(epoch from ${at}))::bigint as at
    from ${sql.id(tableOf(resource))} t
    where ${whereOfList(engine, resource, caller, { conditions, quickSearch: '' })}
    order by ${order} limit ${mostRows}`);
  const states: Readonly<Record<string, Text>> = resource.life?.states ?? {};
  return {
    records: rows.map(({ id, title, status: state, at: moment }) => ({
      of: resource.name,
      id,
      title: title ?? `#${id}`,
      at: moment,
      parts: [states[state ?? ''] ?? []].flat(),
    })),
  };
}
