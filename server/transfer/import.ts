import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { areaLevel } from '#kernel/kind/area.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { type Text, text } from '#kernel/text.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { signLink } from '#server/files/file-link.ts';
import { refuseUpload } from '#server/files/upload-rules.ts';
import type { Call } from '#server/http/controller.ts';
import { createJob } from '#server/jobs/job.ts';
import { newResultFile, resultUrl } from '#server/jobs/result-file.ts';
import { type ImportMode, type ImportReport, runImport } from '#server/jobs/run-import.ts';
import { scopeOf } from '#server/read/scope.ts';
import { badParameter } from '#server/refusal.ts';
import { writeErrorWorkbook } from '#server/sheets/error-workbook.ts';
import { writeImportTemplate } from '#server/sheets/import-template.ts';
import { type Found, type ImportLookup, readImport } from '#server/sheets/read-import.ts';
import { readSheetFile } from '#server/sheets/read-sheet.ts';
import { mostSheetBytes } from '#server/sheets/sheet-limits.ts';
import { write } from '#server/write/pipeline.ts';
import { resultFolder } from './export.ts';

const titles: Record<'dry' | 'real', Text> = {
  dry: text('试导入{name}', 'Trial import of {name}'),
  real: text('导入{name}', 'Import of {name}'),
};

const uploadFolder = (engine: Engine) => path.join(engine.config.dataDir, 'import');

/** `POST import`: keeps the sheet and queues the job that reads it; rows are never parsed on the event loop of requests. */
export async function startImport(call: Call, resource: AnyResource): Promise<{ job_id: number }> {
  const { engine, caller, request } = call;
  if (!request.isMultipart()) throw refuseUpload('incomplete');
  const part = await request.file({ limits: { fileSize: mostSheetBytes + 1, files: 1 } });
  if (!part) throw refuseUpload('incomplete');
  await fs.mkdir(uploadFolder(engine), { recursive: true });
  const file = path.join(uploadFolder(engine), randomBytes(16).toString('hex'));
  await pipeline(part.file, createWriteStream(file, { mode: 0o600 }));
  if (part.file.truncated) {
    await fs.rm(file, { force: true });
    throw badParameter('表格文件过大', 'The sheet is too large');
  }
  const mode = fieldOf(part.fields, 'mode') || 'all_or_nothing';
  if (mode !== 'all_or_nothing' && mode !== 'valid_only') throw badParameter();
  const dry = ['1', 'true'].includes(fieldOf(part.fields, 'dry'));
  const job = await engine.db.transaction((tx) =>
    createJob(tx, {
      kind: 'import',
      title: titles[dry ? 'dry' : 'real'][caller.locale].replace('{name}', resource.label[caller.locale]),
      owner: { type: 'admin', id: caller.id },
      locale: caller.locale,
      params: { resource: resource.name, file: path.basename(file), mode, dry },
    }),
  );
  return { job_id: job.id };
}

function fieldOf(fields: Record<string, unknown>, name: string): string {
  const one = fields[name] as { value?: unknown } | undefined;
  return typeof one?.value === 'string' ? one.value : '';
}

export interface ImportOrder {
  resource: AnyResource;
  file: string;
  mode: ImportMode;
  dry: boolean;
}

/** Reads the sheet, writes its rows through the pipeline, and leaves an error workbook where rows were refused. */
export async function runImportJob(
  engine: Engine,
  caller: Caller,
  order: ImportOrder,
  work: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<{ report: ImportReport & { workbook_url?: string } }> {
  const { resource, mode, dry } = order;
  const file = path.join(uploadFolder(engine), path.basename(order.file));
  const sheet = await readSheetFile(await fs.readFile(file));
  const reading = await readImport(resource, sheet, caller.locale, lookupOf(engine, caller));
  const { report, left } = await runImport({
    db: engine.db,
    reading,
    mode,
    dry,
    locale: caller.locale,
    signal: work.signal,
    onProgress: work.onProgress,
    writeRow: async (tx, values) => {
      const source = resource.fields.source ? { source: 'import' } : undefined;
      await write(
        engine,
        resource,
        caller,
        { operation: 'add', input: values, ...(source ? { set: source } : {}) },
        tx,
      );
    },
  });
  engine.wakeRelay();
  await fs.rm(file, { force: true });
  if (report.errors.length === 0) return { report };
  const target = await newResultFile(resultFolder(engine), caller, 'xlsx');
  await pipeline(
    writeErrorWorkbook({ header: reading.header, rows: left, locale: caller.locale }),
    createWriteStream(target.path, { mode: 0o640 }),
  );
  return { report: { ...report, workbook_url: resultUrl(target.name) } };
}

/** An empty workbook to fill in. */
export async function writeTemplate(engine: Engine, resource: AnyResource, caller: Caller): Promise<{ url: string }> {
  const target = await newResultFile(resultFolder(engine), caller, 'xlsx');
  await pipeline(writeImportTemplate(resource, caller.locale), createWriteStream(target.path, { mode: 0o640 }));
  return { url: signLink(engine, caller, resultUrl(target.name)) };
}

/** What words of a sheet mean, inside the caller's scope, many at a time. */
function lookupOf(engine: Engine, caller: Caller): ImportLookup {
  return {
    async references(to, words) {
      const target = engine.find(to);
      if (!target) return new Map();
      const scope = scopeOf(target, caller);
      const title = sql.id(target.title);
      const rows = await engine.db.rows<{
        id: number;
        title: string;
      }>(sql`select t.id, t.${title}::text as title from ${sql.id(tableOf(target))} t
        where (t.${title} = any(${words}::text[]) or t.id::text = any(${words}::text[]))${scope ? sql` and ${scope}` : sql.empty} limit 20000`);
      const found = new Map<string, Found<number>>();
      for (const { id, title: name } of rows) found.set(name, found.has(name) ? 'ambiguous' : id);
      for (const { id } of rows) if (words.includes(String(id))) found.set(String(id), id);
      return found;
    },
    areas(words, level) {
      const wanted = new Set(words);
      const found = new Map<string, Found<string>>();
      const note = (word: string | null, code: string) => {
        if (word && wanted.has(word)) found.set(word, found.has(word) && found.get(word) !== code ? 'ambiguous' : code);
      };
      for (const area of engine.reference.areas().values()) {
        const small = areaLevel(area.code) >= level || engine.reference.children(area.code).length === 0;
        if (!small || !coversArea(caller, area.code)) continue;
        note(area.code, area.code);
        note(area.name, area.code);
        note(area.full_name, area.code);
      }
      return Promise.resolve(found);
    },
  };
}
