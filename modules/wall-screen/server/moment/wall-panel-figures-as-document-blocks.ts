import type {
  ComputedFigure,
  PanelFigure,
  PanelFigureGroup,
  PanelRecord,
} from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { textLine, textTable } from '#server/pdf/build-text-and-table-blocks.ts';
import type { DocumentBlock } from '#server/pdf/document-block-types.ts';

const texts = {
  item: text('项目', 'Item'),
  figure: text('数值', 'Figure'),
  note: text('说明', 'Details'),
  record: text('记录', 'Record'),
  time: text('时间', 'Time'),
  none: text('没有', 'None'),
} as const;

/** A panel as it is printed. */
export interface PrintedPanel {
  readonly label: Text;
  /** Its source and the moment of its figures. */
  readonly source: string;
  readonly groups: readonly PanelFigureGroup[];
}

/** The blocks of a panel: its name, its source, and a table for the figures and for the records of each group. */
export function documentBlocksOfWallPanel({ label, source, groups }: PrintedPanel, locale: Locale): DocumentBlock[] {
  return [
    { ...textLine(label[locale], { size: 12, bold: true }), keepNext: true },
    { ...textLine(source, { size: 8 }), keepNext: true },
    ...groups.flatMap((group) => groupBlocks(group, locale)),
    textLine('', { size: 6 }),
  ];
}

function groupBlocks({ title, figures = [], records = [] }: PanelFigureGroup, locale: Locale): DocumentBlock[] {
  return [
    ...(title ? [{ ...textLine(title[locale], { size: 9, bold: true }), keepNext: true }] : []),
    ...(figures.length === 0 && records.length === 0 ? [textLine(texts.none[locale], { size: 9 })] : []),
    ...(figures.length > 0 ? [figureTable(figures, locale)] : []),
    ...(records.length > 0 ? [recordTable(records, locale)] : []),
  ];
}

function figureTable(figures: readonly PanelFigure[], locale: Locale): DocumentBlock {
  const noted = figures.some(({ note }) => note);
  const head = [texts.item, texts.figure, ...(noted ? [texts.note] : [])].map((one) => one[locale]);
  return textTable(
    head,
    figures.map(({ label, rows, instead, note }) => [
      (label ?? rows.title)[locale],
      instead ? computed(instead, locale) : counted(rows, locale),
      ...(noted ? [note?.[locale] ?? ''] : []),
    ]),
    noted ? ['*', 110, 180] : ['*', 150],
  );
}

const recordTable = (records: readonly PanelRecord[], locale: Locale): DocumentBlock =>
  textTable(
    [texts.record, texts.note, texts.time].map((one) => one[locale]),
    records.map(({ title, parts, at }) => [
      title,
      parts.map((one) => one[locale]).join(' · '),
      at === undefined ? '' : toShanghaiMinute(at * 1000),
    ]),
    ['*', 190, 84],
  );

const grouped = (n: number): string => n.toLocaleString('en-US');

/** `2,000 户`, or of a sum also the rows that it adds up: `22 团 · 391 人`. */
function counted({ n, unit, sum }: PanelFigure['rows'], locale: Locale): string {
  const written = (count: number, of: Text | undefined) =>
    [grouped(count), of ? textIn(of, locale, { n: count }) : ''].filter(Boolean).join(' ');
  return sum?.rows === undefined ? written(n, unit) : `${written(sum.rows, unit)} · ${written(n, sum.unit)}`;
}

function computed(figure: ComputedFigure, locale: Locale): string {
  const value = 'share' in figure ? figure.share && figure.share * 100 : figure.mean;
  if (value === null) return '—';
  const n = Math.round(value * 10) / 10;
  return 'share' in figure ? `${n}%` : `${n} ${textIn(figure.unit, locale, { n })}`;
}
