import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import type { Reason } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { WrittenSheet } from '#server/sheets/read-and-written-sheet-types.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import type { RefusedBatchRow } from './titles-of-rows-refused-in-batch.ts';

const texts = {
  file: text('{label}未办理清单', '{label} not processed'),
  sheet: text('未办理', 'Not processed'),
  row: text('记录', 'Record'),
  why: text('未办理的原因', 'Why it was not processed'),
  what: text('怎样处理', 'What to do'),
  id: text('记录编号', 'Record ID'),
  otherwise: text('处理所列原因后再次办理', 'Deal with the reason, then process it again'),
};

/** What to do about a refused row, by the reason of the refusal. */
const whatToDo: Partial<Record<Reason, Text>> = {
  invalid: text('打开该记录，按原因更正后再次办理', 'Open the record, correct it as stated, then process it again'),
  stale_version: text(
    '打开该记录，核对最新内容后再次办理',
    'Open the record, check its present content, then process it again',
  ),
  bad_transition: text(
    '状态已变化：打开该记录，按当前状态办理',
    'Its status has changed: open the record and do what its status allows',
  ),
  not_found: text('已删除，或不在您的管辖范围：无需办理', 'Deleted, or outside your jurisdiction: nothing to do'),
  forbidden: text('请有权限的人员办理', 'Ask a person who has the permission'),
  referenced: text(
    '先处理引用它的记录，再次办理',
    'Deal with the records that refer to it first, then process it again',
  ),
  duplicate: text('改为不重复的内容后再次办理', 'Change the value that is already in use, then process it again'),
  no_time_rule: text(
    '请管理员补充期限规则后再次办理',
    'Ask an administrator to add the deadline rule, then process it again',
  ),
};

/** The refused rows of a batch: name, reason, and what to do about it. */
export function sheetOfRowsRefusedInBatch(
  resource: AnyResource,
  refused: readonly RefusedBatchRow[],
  locale: Locale,
): WrittenSheet {
  const numbered = resource.heading !== undefined;
  const number = resource.fields[resource.title]?.label[locale] ?? '';
  return {
    name: texts.sheet[locale],
    columns: [
      { label: texts.row[locale], width: 36 },
      ...(numbered ? [{ label: number, width: 22 }] : []),
      { label: texts.why[locale], width: 60, error: true },
      { label: texts.what[locale], width: 40 },
      { label: texts.id[locale], width: 12, number: '0' },
    ],
    rows: refused.map(({ id, title, number, msg, details, reason }) => [
      title,
      ...(numbered ? [number ?? ''] : []),
      details ?? msg,
      (whatToDo[reason as Reason] ?? texts.otherwise)[locale],
      String(id),
    ]),
  };
}

/** Stores the workbook for the caller. Returns its URL; undefined if no row was refused. */
export async function writeWorkbookOfRowsRefusedInBatch(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  refused: readonly RefusedBatchRow[],
): Promise<string | undefined> {
  if (refused.length === 0) return undefined;
  const { locale } = caller;
  const folder = resultFolder(engine);
  const target = await newResultFile(
    folder,
    caller,
    textIn(texts.file, locale, { label: resource.label[locale] }),
    'xlsx',
  );
  await writeResultFile(folder, target, (file) =>
    pipeline(
      xlsxStream([sheetOfRowsRefusedInBatch(resource, refused, locale)]),
      createWriteStream(file, { mode: 0o600 }),
    ),
  );
  return resultUrl(target.name);
}
