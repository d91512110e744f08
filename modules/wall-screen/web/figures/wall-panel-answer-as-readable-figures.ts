import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  isFeed,
  isLevels,
  isMeasure,
  type PanelResponseHead,
  type WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type {
  FiguresByPanel,
  PanelFigureGroup,
  PanelRecord,
  ReadPanelFigures,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import type {
  FiguresAnswer,
  LevelsAnswer,
  PlacesAnswer,
  RowsAnswer,
} from '#web/wall/feed/read-wall-panel-content-by-resource-calls.ts';
import { rowsBehindFigureOfMeasure, rowsWithPlaces } from '#web/wall/feed/rows-behind-measure-figures-and-places.ts';
import { textsOfRowFields } from '#web/wall/tile/texts-of-row-fields.ts';

/** The answer of a panel in text. A panel with a feed of its own is read by its module (`figures`). */
export function readableFiguresOfWallPanelAnswer(
  { name, shows }: WallPanel,
  answer: PanelResponseHead,
  figures: FiguresByPanel,
): readonly PanelFigureGroup[] {
  if (isFeed(shows)) {
    const read = figures[name] as ReadPanelFigures<PanelResponseHead> | undefined;
    return read?.(answer, translateDivisionName) ?? [];
  }
  const resource = findResource(shows.of);
  if (!resource) return [];
  if (isLevels(shows)) return [{ records: (answer as LevelsAnswer).levels.map((row) => levelRecord(resource, row)) }];
  if (isMeasure(shows))
    return [
      {
        figures: (answer as FiguresAnswer).figures.map((figure) => ({
          rows: rowsBehindFigureOfMeasure(shows, resource, answer, figure),
        })),
      },
    ];
  if (shows.rows === 'placed') return [{ figures: [{ rows: rowsWithPlaces(resource, answer as PlacesAnswer) }] }];
  const due = shows.rows === 'due';
  return [{ records: (answer as RowsAnswer).rows.map((row) => rowRecord(resource, row, due, shows.more)) }];
}

const same = (written: string): Text => text(written, written);

const levelRecord = (
  resource: AnyResource,
  { of, title, at, percent }: LevelsAnswer['levels'][number],
): PanelRecord => ({
  of: resource.name,
  id: of,
  title,
  at,
  parts: percent === null ? [] : [same(`${percent}%`)],
});

function rowRecord(resource: AnyResource, row: WireRow, due: boolean, more: readonly string[] = []): PanelRecord {
  const states: Readonly<Record<string, Text>> = resource.life?.states ?? {};
  const state = states[String(row.status)];
  return {
    of: resource.name,
    id: Number(row.id),
    title: titleOf(resource, row),
    at: Number((due ? row.due_at : undefined) ?? row.createtime) || undefined,
    parts: [...(state ? [state] : []), ...textsOfRowFields(resource, row, more).map(same)],
  };
}
