import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { formFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { signLink } from '#server/files/sign-and-verify-file-links.ts';
import { TemporaryFolder } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';
import { refuseUpload } from '#server/files/storage/upload-rules-and-refusals.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { Call } from '#server/http/controller.ts';
import { idempotencyKeyOfUpload, storeAnswer } from '#server/http/run-call-idempotently.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { mayActOnChildRows } from '#server/read/field/child-list-permissions-and-columns.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { badParameter } from '#server/refusal.ts';
import { maxSheetBytes } from '#server/sheets/sheet-limits-and-errors.ts';
import { authoriseExportOrImport } from '#server/transfer/read/authorise-export-or-import.ts';
import { parseImportChoices } from '#server/transfer/read/parse-column-and-value-choices-of-import.ts';
import {
  type ChildListSheet,
  importableChildLists,
  sheetsWithVisibleFields,
} from '#server/transfer/read/sheets-of-child-lists-in-exports-and-imports.ts';
import { writeImportTemplate } from '#server/transfer/write-empty-import-template-workbook.ts';
import { claimImportedFile } from './claim-imported-file-once.ts';

/** Names of the workbooks. */
export const importWorkbookNames = {
  errors: text('{label}导入错误', '{label} import errors'),
  template: text('{label}导入模板', '{label} import template'),
};

const titles: Record<'dry' | 'real', Text> = {
  dry: text('试导入{name}', 'Trial import of {name}'),
  real: text('导入{name}', 'Import of {name}'),
};

/** Uploaded sheets: they contain plain personal data and are deleted when their job ends. */
export const importFolder = (engine: Engine): TemporaryFolder =>
  new TemporaryFolder(path.join(engine.config.dataDir, 'import'), {
    age: HOUR,
    needed: async (names) => {
      const waiting = await engine.db.rows<{ file: string }>(sql`select params->>'file' as file from job
        where kind = 'import' and status in ('waiting', 'running') and params->>'file' = any(${names}::text[])`);
      return new Set(waiting.map(({ file }) => file));
    },
  });

const HOUR = 3_600_000;

/**
 * `POST import`: stores the sheet and queues the job that reads it, so that rows are never parsed on the event loop of
 * requests.
 */
export async function startImport(call: Call, resource: AnyResource): Promise<{ job_id: number }> {
  const { engine, caller, request } = call;
  await authoriseExportOrImport(engine, resource, caller, 'import');
  if (!request.isMultipart()) throw refuseUpload('incomplete');
  const part = await request.file({ limits: { fileSize: maxSheetBytes + 1, files: 1 } });
  if (!part) throw refuseUpload('incomplete');
  const file = await importFolder(engine).create();
  try {
    const hash = createHash('sha256');
    const measure = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    };
    await pipeline(part.file, measure, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }));
    if (part.file.truncated) throw badParameter('表格文件过大', 'The sheet is too large');
    const mode = readMultipartField(part.fields, 'mode') || 'all_or_nothing';
    if (mode !== 'all_or_nothing' && mode !== 'valid_only') throw badParameter();
    const dry = isSet(part.fields, 'dry');
    const again = isSet(part.fields, 'again');
    const sha256 = hash.digest('hex');
    // officers and members have separate numbering
    const whose = caller.type === 'member' ? `member ${sha256}` : sha256;
    const content = { adminId: caller.id, resource: resource.name, content: engine.hash(whose) };
    const choices = parseImportChoices((name) => readMultipartField(part.fields, name));
    const once = idempotencyKeyOfUpload(call, { sha256, mode, dry, again, columns: JSON.stringify(choices) });
    return await engine.db.transaction(async (tx) => {
      const job = await createJob(tx, {
        kind: 'import',
        title: textIn(titles[dry ? 'dry' : 'real'], caller.locale, { name: resource.label[caller.locale] }),
        owner: jobOwnerOf(caller),
        locale: caller.locale,
        params: { resource: resource.name, file: file.name, mode, dry, ...choices },
      });
      await storeAnswer(tx, once, { job_id: job.id });
      // last, because a repeat that gets a stored answer is no second import
      if (!dry) await claimImportedFile(tx, content, { job: job.id, goesOn: mode === 'valid_only', again });
      return { job_id: job.id };
    });
  } catch (error) {
    await file.remove();
    throw error;
  }
}

const isSet = (fields: Record<string, unknown>, name: string) =>
  ['1', 'true'].includes(readMultipartField(fields, name));

/** A text field sent before the file of a multipart call. */
export function readMultipartField(fields: Record<string, unknown>, name: string): string {
  const one = fields[name] as { value?: unknown } | undefined;
  return typeof one?.value === 'string' ? one.value : '';
}

const isOffered = ({ child, holder, name, above }: ChildListSheet, caller: Caller, engine: Engine): boolean =>
  mayActOnChildRows(child, caller, 'add', engine.find) &&
  Object.hasOwn(formFields(withFieldsVisibleToCaller(holder, caller, engine.find)), name) &&
  (above === undefined || isOffered(above, caller, engine));

/** Stores an empty workbook to fill in. Returns its URL. */
export async function storeImportTemplate(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
): Promise<{ url: string }> {
  await authoriseExportOrImport(engine, resource, caller, 'import');
  const know = (one: AnyResource) => withFieldsVisibleToCaller(one, caller, engine.find);
  const offered = sheetsWithVisibleFields(
    importableChildLists(resource, engine.find).filter((list) => isOffered(list, caller, engine)),
    know,
  );
  const target = await newResultFile(
    resultFolder(engine),
    caller,
    textIn(importWorkbookNames.template, caller.locale, { label: resource.label[caller.locale] }),
    'xlsx',
  );
  await writeResultFile(resultFolder(engine), target, (file) =>
    pipeline(writeImportTemplate(know(resource), caller, offered), createWriteStream(file, { mode: 0o600 })),
  );
  return { url: signLink(engine, caller, resultUrl(target.name)) };
}
