import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { maskPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import { centsToYuan } from '#kernel/kind/money.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import type { WrittenSheetColumn } from '#server/sheets/read-and-written-sheet-types.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { complaint } from '../../contract/complaint.ts';
import {
  complaintResponsibilities,
  mediationOutcomes,
} from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { type ComplaintState, complaintStates } from '../../contract/complaint-states.ts';
import { complaintFields } from '../../contract/fields-of-complaint-record.ts';

const texts = {
  file: text('转办投诉办理结果', 'Results of referred complaints'),
  status: text('办理状态', 'Status'),
  office: text('承办地区', 'Area of the handling office'),
  inTime: text('是否按时', 'In time'),
  yes: text('是', 'Yes'),
  no: text('否', 'No'),
};

interface ResultRow {
  readonly [column: string]: unknown;
  readonly ext_no: string | null;
  readonly no: string;
  readonly status: ComplaintState;
  readonly area_code: string;
  readonly received_on: string;
  readonly ext_due_on: string | null;
  readonly ended_on: string | null;
  readonly outcome: keyof typeof mediationOutcomes | null;
  readonly responsibility: keyof typeof complaintResponsibilities | null;
  readonly paid_amount: number | null;
  readonly satisfaction: number | null;
  readonly result: string | null;
}

const labelOf = (name: keyof typeof complaintFields): Text => complaintFields[name].label;

/** The columns of the sheet, by the words of the complaint, with the width of each. */
const columns: readonly (readonly [Text, number, WrittenSheetColumn['number']?])[] = [
  [labelOf('ext_no'), 24],
  [labelOf('no'), 22],
  [texts.office, 24],
  [texts.status, 14],
  [labelOf('received_on'), 14],
  [labelOf('ext_due_on'), 14],
  [labelOf('closed_on'), 14],
  [texts.inTime, 10],
  [labelOf('outcome'), 18],
  [labelOf('responsibility'), 20],
  [labelOf('paid_amount'), 16, '0.00'],
  [labelOf('satisfaction'), 10, '0'],
  [labelOf('result'), 60],
];

/** Writes what a referring office gets back: one row for each order, without who complained. */
export async function writeComplaintResultsWorkbookForReferringOffice(
  engine: Engine,
  { job, caller, signal }: JobContext & { caller: Caller },
): Promise<{ url: string }> {
  const { locale } = caller;
  const t = (one: Text | undefined) => one?.[locale] ?? '';
  const areas = engine.reference.areas();
  const scope = scopeOf(complaint, caller, engine.find) ?? sql`true`;
  const rows = await engine.db.rows<ResultRow>(sql`
    select t.ext_no, t.no, t.status, t.area_code, t.received_on::text, t.ext_due_on::text,
      coalesce(t.closed_on, t.decided_on)::text as ended_on, t.outcome, t.responsibility, t.paid_amount, t.satisfaction, t.result
    from complaint t where t.id = any(${job.params.ids as number[]}::bigint[]) and ${scope} order by t.ext_no, t.id`);
  const written = rows.map((row): string[] => [
    row.ext_no ?? '',
    row.no,
    areas.get(row.area_code)?.name ?? row.area_code,
    t(complaintStates[row.status]),
    row.received_on,
    row.ext_due_on ?? '',
    row.ended_on ?? '',
    row.ext_due_on && row.ended_on ? t(row.ended_on <= row.ext_due_on ? texts.yes : texts.no) : '',
    row.outcome ? t(mediationOutcomes[row.outcome]) : '',
    row.responsibility ? t(complaintResponsibilities[row.responsibility]) : '',
    row.paid_amount === null ? '' : centsToYuan(Number(row.paid_amount)),
    row.satisfaction === null ? '' : String(row.satisfaction),
    maskPersonalNumbers(row.result ?? '', shanghaiToday()),
  ]);
  const sheet = {
    name: t(texts.file),
    columns: columns.map(([label, width, number]) => ({ label: t(label), width, ...(number ? { number } : {}) })),
    rows: written,
  };
  const target = await newResultFile(resultFolder(engine), caller, t(texts.file), 'xlsx');
  await writeResultFile(resultFolder(engine), target, (file) =>
    pipeline(xlsxStream([sheet]), createWriteStream(file, { mode: 0o600 }), { signal }),
  );
  return { url: resultUrl(target.name) };
}
