import fs from 'node:fs/promises';
import { field } from '#kernel/field/field.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { allOrNoneBatchAction } from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { Controller } from '#server/http/controller.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { type DocumentRow, document } from '../contract/document.ts';
import { readRenderedDocument, renderDocument } from './render-and-store-document.ts';

const texts = {
  bind: text('文书-合并为一个 PDF', 'Documents: one PDF of several'),
  job: text('{n} 份文书的 PDF', 'PDF of {n} {n|document|documents}'),
  file: text('文书', 'Documents'),
};

/** `POST bind {ids}`: starts the job that joins these documents into one PDF, for officers who see all of them. */
export const bindDocumentsController: Controller = {
  app: 'admin',
  name: controllerNameOf(document),
  actions: {
    bind: {
      ...allOrNoneBatchAction(document, 'bind', texts.bind, async ({ engine, caller }, ids) => {
        const scope = scopeOf(document, caller, engine.find);
        await engine.db.transaction(async (tx) => {
          const seen = await tx.rows(
            sql`select t.id from ${sql.id(tableOf(document))} t where t.id = any(${[...ids]}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`,
          );
          if (seen.length < ids.length) throw notFound();
          await createJob(tx, {
            kind: 'documents',
            title: textIn(texts.job, caller.locale, { n: ids.length }),
            owner: jobOwnerOf(caller),
            locale: caller.locale,
            params: { ids },
          });
        });
      }),
      described: {
        summary: text('多份文书合并为一个 PDF（后台任务）', 'One PDF of several documents (background job)'),
        body: { ids: field.references(text('编号', 'IDs'), { to: document.name, required: true }) },
        data: nothing,
      },
    },
  },
};

/** Joins the documents, each as it was issued or as its draft is now, in the order of their numbers. */
export async function bindDocuments(
  engine: Engine,
  { job, caller, signal, progress }: JobContext & { caller: Caller },
): Promise<{ url: string }> {
  const { ids } = job.params as { ids?: unknown };
  if (!Array.isArray(ids) || !ids.every(Number.isSafeInteger)) throw badParameter();
  // rights may have changed since the job was ordered
  const rows = await Promise.all(ids.map((id: number) => readRow<DocumentRow>(engine, document, caller, id)));
  rows.sort((one, other) => (one.number ?? '').localeCompare(other.number ?? '') || one.id - other.id);
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const bound = await PDFDocument.create();
  for (const [at, { id, number }] of rows.entries()) {
    signal.throwIfAborted();
    const bytes =
      number === null ? (await renderDocument(engine, id)).pdf : await readRenderedDocument(engine, id, 'pdf');
    const one = await PDFDocument.load(bytes);
    for (const page of await bound.copyPages(one, one.getPageIndices())) bound.addPage(page);
    progress(at + 1, rows.length);
  }
  const target = await newResultFile(resultFolder(engine), caller, texts.file[caller.locale], 'pdf');
  const whole = await bound.save();
  await writeResultFile(resultFolder(engine), target, (file) => fs.writeFile(file, whole, { mode: 0o640 }));
  return { url: resultUrl(target.name) };
}
