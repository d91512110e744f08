import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { relationNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { textLine, textTable } from '#server/pdf/build-text-and-table-blocks.ts';
import { runInPdfThread } from '#server/pdf/run-pdf-task-in-worker-thread.ts';
import type { ParsedListQuery } from '#server/read/condition/parsed-list-query.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { Refused } from '#server/refusal.ts';
import { type ExportColumn, exportedCellText } from '#server/transfer/export/columns-and-cells-of-export.ts';
import { mainSheetColumns, selectMainRows } from '#server/transfer/export/select-rows-for-export-sheets.ts';
import { type EnglishDivisionNames, inEnglish } from '#server/transfer/export/sql-result-as-sheet.ts';
import { divisionNamesForSheet, noteExport } from '#server/transfer/export/start-export-and-write-export-file.ts';

const texts = {
  head: text('{list} · {n} 条 · {at} · {who}', '{list} · {n} {n|record|records} · {at} · {who}'),
  more: text('仅列前 {n} 条，全部记录请选择 Excel', 'First {n} {n|record|records} only; choose Excel for all'),
  foot: text('第 {page} 页 共 {pages} 页', 'Page {page} of {pages}'),
  failed: text('没有制作成功，请稍后再试', 'The file could not be made. Try again later'),
};

/** Rows and columns that a landscape page of A4 holds legibly; for more there is the spreadsheet. */
const mostRows = 1000;
const mostColumns = 9;
/** Characters of a cell. */
const longestCell = 200;

/** The rows of a view as a PDF table, as the caller sees them. */
export async function drawSavedViewAsPdfTable(
  engine: Engine,
  caller: Caller,
  {
    resource,
    query,
    columns: names,
    title,
  }: { resource: AnyResource; query: ParsedListQuery; columns: readonly string[]; title: string },
): Promise<{ bytes: Buffer; rows: number }> {
  const { locale } = caller;
  const visible = withFieldsVisibleToCaller(resource, caller, engine.find);
  const columns = mainSheetColumns(visible, names, [], locale)
    .filter(({ field }) => kindOf(field).column !== undefined)
    .slice(0, mostColumns);
  const where = whereOfList(engine, resource, caller, query);
  const counted = await engine.db.row<{ n: number }>(
    sql`select count(*)::int as n from ${sql.id(tableOf(resource))} t where ${where}`,
  );
  const rows = await engine.db.rows<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(p) as row from (${selectMainRows(engine, caller, resource, columns, query)} limit ${mostRows}) p`,
  );
  const places = divisionNamesForSheet(engine, locale);
  const total = counted?.n ?? rows.length;
  const head = textIn(texts.head, locale, {
    list: resource.label[locale],
    n: total,
    at: toShanghaiMinute(Date.now()),
    who: caller.name,
  });
  const answer = await runInPdfThread({
    task: 'sheet',
    blocks: [
      textLine(title, { size: 16, bold: true, align: 'center' }),
      textLine(head, { size: 9, align: 'center' }),
      ...(rows.length < total ? [textLine(textIn(texts.more, locale, { n: mostRows }), { size: 9 })] : []),
      textTable(
        columns.map(({ label }) => label),
        rows.map(({ row }) => columns.map((column) => cellText(column, row, caller, places))),
        columns.map(() => '*'),
      ),
    ],
    pdf: {
      title,
      dense: true,
      landscape: true,
      foot: textIn(texts.foot, locale, { page: '{page}', pages: '{pages}' }),
      geta: '〓',
    },
  });
  if (!answer || !('sheet' in answer)) throw new Refused(texts.failed, { data: { reason: 'invalid' } });
  await noteExport(engine, caller, resource, `${rows.length} 行 rows, pdf`);
  return { bytes: Buffer.from(answer.sheet), rows: total };
}

function cellText(
  column: ExportColumn,
  row: Readonly<Record<string, unknown>>,
  { locale }: Caller,
  places: EnglishDivisionNames | undefined,
): string {
  const relation = row[relationNameOf(column.name)] ?? undefined;
  const related = { related: relation && inEnglish(column.field, relation, places), due_unit: row.due_unit };
  const written = exportedCellText(column, row[column.name] ?? null, locale, related);
  return written.length > longestCell ? `${written.slice(0, longestCell)}…` : written;
}
