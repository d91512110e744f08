import fs from 'node:fs/promises';
import { columnsInTableParam } from '#kernel/list/list-query-in-url.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { resultFolder } from '#server/files/name-find-and-remove-job-result-files.ts';
import { measureAndHashFile } from '#server/files/storage/receive-and-hash-file.ts';
import { uploadRules } from '#server/files/storage/upload-rules-and-refusals.ts';
import { storeUpload } from '#server/files/upload/store-upload.ts';
import { resultDraftFolder } from '#server/files/write-job-result-file.ts';
import { storageFolder } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { createJob, type Job, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import { sendInboxMessageAboutRows } from '#server/message/send-inbox-message-about-rows.ts';
import { readExportRequest, writeExportWorkbook } from '#server/transfer/export/start-export-and-write-export-file.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { write } from '#server/write/write-pipeline.ts';
import { sentView } from '../../contract/file-sent-to-view-subscriber.ts';
import { type ViewSubscription, viewSubscription } from '../../contract/view-subscription.ts';
import { viewFileFailedMessage, viewFileSentMessage } from '../../contract/view-subscription-messages.ts';
import { drawSavedViewAsPdfTable } from './draw-saved-view-as-pdf-table.ts';
import { endSubscriptionWithoutViewOrRight, listLabel } from './end-subscription-whose-view-or-right-is-gone.ts';
import { listOfSubscription, listParamsOfView, whereOfView } from './list-query-and-rows-of-saved-view.ts';
import { nextSendTime } from './subscription-send-times.ts';
import { ownerOf, readSubscriptions, type SubscriptionWithView } from './subscriptions-with-their-views.ts';
import { mayExport } from './validate-view-subscription-and-set-next-send-time.ts';

/** The kind of job that makes and sends the file of a view. */
export const viewFileJob = 'view_file';

/** Subscriptions that are begun in one transaction: the others follow in the next. */
const atOnce = 20;

/** Bytes that an e-mail carries; a larger file is downloaded. */
const largestAttachment = 8 * 1024 * 1024;

const title = text('视图文件：{name}', 'File of view: {name}');

type Due = Pick<ViewSubscription, 'id' | 'name' | 'language' | 'every' | 'weekday' | 'month_day' | 'hour'> & {
  readonly [column: string]: unknown;
  readonly admin_id: number | null;
  readonly user_id: number | null;
};

/** Queues the job of a subscription, which has the rights and the language of its owner. */
export const queueFileOfView = (
  tx: Transaction,
  one: Pick<Due, 'id' | 'admin_id' | 'user_id' | 'name' | 'language'>,
): Promise<Job> =>
  createJob(tx, {
    kind: viewFileJob,
    title: textIn(title, one.language, { name: one.name }),
    owner: ownerOf(one),
    locale: one.language,
    params: { subscription: one.id },
  });

/**
 * Queues the files that are due: each once, however many times were missed while no process ran. Those of disabled
 * accounts wait. Returns their number.
 */
export async function queueDueFilesOfViews(engine: Engine): Promise<number> {
  for (let count = 0; ; ) {
    const begun = await engine.db.transaction(async (tx) => {
      const due = await tx.rows<Due>(sql`
        select s.id, s.admin_id, s.user_id, s.name, s.language, s.every, s.weekday, s.month_day, s.hour from auth_subscription s
        where s.kind = 'regular' and s.next_at <= now() and (exists (select from auth_admin a where a.id = s.admin_id and a.status = '1')
          or exists (select from member m where m.id = s.user_id and m.status in ('1', 'enable'))) order by s.next_at, s.id limit ${atOnce} for update of s skip locked`);
      for (const one of due) {
        await queueFileOfView(tx, one);
        const set = { next_at: sql`to_timestamp(${nextSendTime(one)}::bigint)` };
        await changeRows(engine, viewSubscription, systemCaller(), { where: sql`t.id = ${one.id}`, set }, tx);
      }
      return due.length;
    });
    count += begun;
    if (begun < atOnce) return count;
  }
}

const findSubscription = async (
  engine: Engine,
  caller: Caller,
  id: unknown,
): Promise<SubscriptionWithView | undefined> =>
  (await readSubscriptions(engine.db, caller, sql`s.id = ${Number(id)} and s.kind = 'regular'`))[0];

/**
 * Makes the file of a view with the present rights of its subscriber, stores it as a private file and sends it. Does nothing
 * if the subscription was ended meanwhile or the file is made; ends it if the view or the right is gone.
 */
export async function sendFileOfView(
  engine: Engine,
  { job, caller, signal }: JobContext & { caller: Caller },
): Promise<{ url?: string }> {
  const one = await findSubscription(engine, caller, job.params.subscription);
  const made = await engine.db.row(sql`select 1 as made from auth_sent_view where job_id = ${job.id}`);
  if (!one || made) return {};
  const resource = listOfSubscription(engine, caller, one);
  const { address } = one;
  const mayUse =
    resource &&
    address !== null &&
    (await mayExport(engine, resource, caller)) &&
    whereOfView(engine, resource, caller, address);
  if (!mayUse) {
    await endSubscriptionWithoutViewOrRight(engine, one, address === null && resource ? 'gone' : 'forbidden');
    return {};
  }
  const draft = await resultDraftFolder(resultFolder(engine)).create();
  try {
    const columns = columnsInTableParam(new URLSearchParams(address).get('table')).map(({ name }) => name);
    const request = readExportRequest(resource, { ...listParamsOfView(resource, address), columns, format: 'xlsx' });
    const rows = await writeFile(engine, caller, one, request, { to: draft.path, signal });
    const file = await storeFile(engine, caller, one, draft.path);
    await engine.db.transaction((tx) => noteSent(engine, tx, one, { job: job.id, file, rows }));
    return { url: file.url };
  } finally {
    await draft.remove();
  }
}

async function writeFile(
  engine: Engine,
  caller: Caller,
  { format, name }: SubscriptionWithView,
  request: ReturnType<typeof readExportRequest>,
  { to, signal }: { to: string; signal: AbortSignal },
): Promise<number> {
  if (format !== 'pdf') return writeExportWorkbook(engine, caller, request, to, { signal });
  const { bytes, rows } = await drawSavedViewAsPdfTable(engine, caller, { ...request, title: name });
  await fs.writeFile(to, bytes, { mode: 0o640 });
  return rows;
}

async function storeFile(engine: Engine, caller: Caller, { name, format }: SubscriptionWithView, path: string) {
  const suffix = format ?? 'xlsx';
  return storeUpload(engine.db, {
    folder: storageFolder(engine),
    stream: await measureAndHashFile(path),
    name: `${name.replace(/[^\p{L}\p{N}]+/gu, '_')}.${suffix}`,
    topic: 'view',
    uploader: jobOwnerOf(caller),
    // what the product wrote itself is not limited by what people may upload
    rules: { ...uploadRules(engine), maxsize: Number.MAX_SAFE_INTEGER, mimetype: 'xlsx,pdf' },
    origin: '',
    private: true,
    ...(caller.areaCode ? { areaCode: caller.areaCode } : {}),
  });
}

async function noteSent(
  engine: Engine,
  tx: Transaction,
  one: SubscriptionWithView,
  { job, file, rows }: { job: number; file: { url: string; size: number }; rows: number },
): Promise<void> {
  await addOutcome(engine, tx, one, { outcome: 'sent', file: file.url, rows, job_id: job });
  const where = sql`t.id = ${one.id}`;
  await changeRows(engine, viewSubscription, systemCaller(), { where, set: { last_at: sql`now()` } }, tx);
  const label = listLabel(engine.find(one.list), one.list);
  const values = { list: label.values, view: one.name, n: String(rows) };
  const english = { list: label.english };
  // the e-mail has the key of the inbox message, so that this is not copied to the same address again
  const once = `view file ${job}`;
  await sendInboxMessageAboutRows(engine, tx, viewFileSentMessage, recipientOf(one), {
    values,
    english,
    opens: opensOf(one),
    once,
  });
  if (one.email === null) return;
  await queueMessage(engine, tx, viewFileSentMessage, one.language === 'en' ? { ...values, ...english } : values, {
    email: one.email,
    locale: one.language,
    once,
    ...(file.size <= largestAttachment ? { attachment: file.url } : {}),
  });
}

function recipientOf(one: SubscriptionWithView) {
  const { type, id } = ownerOf(one);
  return { type, ids: [id] };
}
const opensOf = ({ id }: SubscriptionWithView): string => `${viewSubscription.name}/${id}`;

async function addOutcome(
  engine: Engine,
  tx: Transaction,
  one: SubscriptionWithView,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  await write(
    engine,
    sentView,
    systemCaller(),
    {
      operation: 'add',
      input: {},
      set: { subscription_id: one.id, admin_id: one.admin_id, user_id: one.user_id, title: one.name, ...set },
      filesOf: ownerOf(one),
      unread: true,
      unseen: true,
    },
    tx,
  );
}

/** Notes that a file could not be made, and why, after its job ended without it. */
export async function noteFailedFileOfView(engine: Engine, job: Job): Promise<void> {
  if (job.status !== 'failed') return;
  const one = await engine.db.row<SubscriptionWithView>(
    sql`select s.id, s.admin_id, s.user_id, s.name, s.list from auth_subscription s where s.id = ${Number(job.params.subscription)}
      and not exists (select from auth_sent_view v where v.job_id = ${job.id})`,
  );
  if (!one) return;
  const label = listLabel(engine.find(one.list), one.list);
  await engine.db.transaction(async (tx) => {
    await addOutcome(engine, tx, one, { outcome: 'failed', problem: job.message.slice(0, 500), job_id: job.id });
    await sendInboxMessageAboutRows(engine, tx, viewFileFailedMessage, recipientOf(one), {
      values: { list: label.values, view: one.name, reason: job.message },
      english: { list: label.english },
      opens: opensOf(one),
    });
  });
}
