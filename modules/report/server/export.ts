import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { kindOf } from '#kernel/field.ts';
import { type CrossLine, dimensionsOf, layOut, type Report, type Span } from '#kernel/report.ts';
import { type AnyResource, allFields } from '#kernel/resource.ts';
import { type Text, text } from '#kernel/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine.ts';
import { writeResult } from '#server/files/result-draft.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/result-file.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import { type ReportQuery, readReport } from '#server/read/report.ts';
import type { Sheet, SheetColumn } from '#server/sheets/sheet.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { readOrder, today } from './controller.ts';

const words = {
  total: text('合计', 'Total'),
  share: text('占比（%）', 'Share (%)'),
  before: text('对比期', 'Before'),
  change: text('增减（%）', 'Change (%)'),
  period: text('时间', 'Time'),
  about: text('说明', 'About'),
  item: text('项目', 'Item'),
  content: text('内容', 'Content'),
  measure: text('指标', 'Measure'),
  span: text('统计期', 'Period'),
  compared: text('对比期间', 'Compared with'),
  made: text('生成时间', 'Made at'),
  by: text('生成人', 'Made by'),
  either: text('或', 'or'),
  rows: text('范围', 'Rows'),
  awaitsMe: text('待我办', 'For me to do'),
  handledByMe: text('交给我的', 'Assigned to me'),
  cut: text('分组过多，仅列出前 {n} 组，合计为全部', 'Only the first {n} groups are listed; totals are of all'),
  all: text('全部', 'All'),
};

/** The workbook of a report: the table as the screen shows it, and a sheet that says what it is. */
export async function runReportExport(
  engine: Engine,
  { job, caller, signal }: JobContext & { caller: Caller },
): Promise<{ url: string }> {
  const { resource, query } = readOrder(engine, caller, job.params);
  const report = await readReport(engine, resource, caller, query, today());
  const label = query.measure.label[caller.locale];
  const target = await newResultFile(resultFolder(engine), caller, label, 'xlsx');
  const sheets = [tableSheet(resource, query, report, caller), aboutSheet(resource, query, report, caller)];
  await writeResult(resultFolder(engine), target, (file) =>
    pipeline(xlsxStream(sheets), createWriteStream(file, { mode: 0o640 }), { signal }),
  );
  return { url: resultUrl(target.name) };
}

const percent = (part: number, whole: number): string => (whole === 0 ? '' : ((part / whole) * 100).toFixed(2));

function tableSheet(resource: AnyResource, query: ReportQuery, report: Report, { locale }: Caller): Sheet {
  const say = (one: Text) => one[locale];
  const fields = allFields(resource);
  const dimensions = dimensionsOf(query);
  const table = layOut(report, dimensions, fields, locale);
  const sum = query.measure.sum === undefined ? undefined : fields[query.measure.sum];
  const number: SheetColumn['number'] = (sum && kindOf(sum).sheetFormat) ?? '0';
  const written = (value: number) => (number === '0.00' ? value.toFixed(2) : String(value));
  const [down] = dimensions;
  const head = !down ? words.item : 'period' in down ? words.period : (fields[down.field]?.label ?? words.item);
  const total = Number(report.total);
  const before = Number(report.total_before);
  const compared = (value: number, was: number) => (report.before ? [written(was), percent(value - was, was)] : []);
  const across = (line?: CrossLine) =>
    table.columns.map((column) => written(line ? Number(table.cell(line, column)?.value ?? 0) : column.value));
  const columns: SheetColumn[] = [
    { label: say(head), width: 24 },
    ...table.columns.map(({ label }) => ({ label, number })),
    { label: say(table.columns.length > 0 ? words.total : query.measure.label), number },
    { label: say(words.share), number: '0.00' },
    ...(report.before
      ? [
          { label: say(words.before), number },
          { label: say(words.change), number: '0.00' as const },
        ]
      : []),
  ];
  const rows = table.rows.map((line) => [
    line.label,
    ...across(line),
    written(line.value),
    percent(line.value, total),
    ...compared(line.value, line.before),
  ]);
  rows.push([say(words.total), ...across(), written(total), percent(total, total), ...compared(total, before)]);
  return { name: say(query.measure.label), columns, rows };
}

function aboutSheet(resource: AnyResource, query: ReportQuery, report: Report, caller: Caller): Sheet {
  const { locale } = caller;
  const labelOf = (name: string) => allFields(resource)[name]?.label[locale] ?? name;
  const said = (span: Span | null) => (span ? `${span.from} – ${span.until}` : words.all[locale]);
  return {
    name: words.about[locale],
    columns: [
      { label: words.item[locale], width: 16 },
      { label: words.content[locale], width: 48 },
    ],
    rows: [
      [words.measure[locale], `${resource.label[locale]} · ${query.measure.label[locale]}`],
      [words.span[locale], said(report.span)],
      ...(report.before ? [[words.compared[locale], said(report.before)]] : []),
      ...(['awaitsMe', 'handledByMe'] as const).flatMap((own) =>
        query[own] ? [[words.rows[locale], words[own][locale]]] : [],
      ),
      ...query.conditions.map(({ field, value }) => [labelOf(field), value]),
      ...(query.anyOf ?? []).map((group) => [
        words.rows[locale],
        group.map(({ field, value }) => `${labelOf(field)} ${value}`).join(` ${words.either[locale]} `),
      ]),
      [words.made[locale], new Date((report.asof + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ')],
      [words.by[locale], caller.name],
      ...(report.more ? [['', words.cut[locale].replace('{n}', String(report.list.length))]] : []),
    ],
  };
}
