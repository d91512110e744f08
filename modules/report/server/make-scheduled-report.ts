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
import type { Job } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import { sendInboxMessageAboutRows } from '#server/message/send-inbox-message-about-rows.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { scheduledReportFailed, scheduledReportReady } from '../contract/message-templates.ts';
import { reportSchedule } from '../contract/report-schedule.ts';
import { scheduledReportResult } from '../contract/scheduled-report-result.ts';
import type { StandardReportName } from '../contract/standard-report-definitions.ts';
import {
  firstUnreadableResourceOfStandardReport,
  lackingRightsText,
} from './find-resource-unreadable-for-standard-report.ts';
import { writeStandardReportWorkbook } from './write-standard-report-workbook.ts';

interface Making {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly schedule_id: number;
  readonly admin_id: number;
  readonly title: string;
  readonly report: StandardReportName;
  readonly of_area: string | null;
  /** YYYY-MM-DD */
  readonly from_on: string;
  readonly until_on: string;
}

/** The report of a job, while it is being made. */
const findMaking = ({ db }: Pick<Engine, 'db'>, { params }: Pick<Job, 'params'>): Promise<Making | undefined> =>
  db.row<Making>(sql`
    select m.id, m.schedule_id, s.admin_id, m.title, s.report, s.of_area, m.from_on::text, m.until_on::text
    from reports_made m join reports_schedule s on s.id = m.schedule_id where m.id = ${Number(params.made)} and m.outcome = 'making'`);

/**
 * Makes a scheduled report with the present rights of its owner, stores it as a private file and notifies the owner. Does
 * nothing if the schedule was deleted meanwhile or the report is made.
 */
export async function makeScheduledReport(
  engine: Engine,
  { job, caller, signal }: JobContext & { caller: Caller },
): Promise<{ url?: string }> {
  const one = await findMaking(engine, job);
  if (!one) return {};
  const what = firstUnreadableResourceOfStandardReport(engine, caller, one.report);
  if (what !== undefined) throw new Refused(lackingRightsText, { values: { what }, data: { reason: 'forbidden' } });
  const draft = await resultDraftFolder(resultFolder(engine)).create();
  try {
    const request = {
      report: one.report,
      span: { from: one.from_on, until: one.until_on },
      area: one.of_area ?? undefined,
    };
    const rows = await writeStandardReportWorkbook(engine, caller, request, { to: draft.path, signal });
    const file = await storeUpload(engine.db, {
      folder: storageFolder(engine),
      stream: await measureAndHashFile(draft.path),
      name: `${one.title.replace(/[^\p{L}\p{N}]+/gu, '_')}_${one.from_on}_${one.until_on}.xlsx`,
      topic: 'report',
      uploader: { type: 'admin', id: caller.id },
      // what the product wrote itself is not limited by what people may upload
      rules: { ...uploadRules(engine), maxsize: Number.MAX_SAFE_INTEGER, mimetype: 'xlsx' },
      origin: '',
      private: true,
      ...(caller.areaCode ? { areaCode: caller.areaCode } : {}),
    });
    await engine.db.transaction(async (tx) => {
      await endMaking(engine, tx, one, { outcome: 'made', file: file.url, rows });
      const span = `${one.from_on} – ${one.until_on}`;
      const message = { values: { name: one.title, span }, opens: opensSchedule(one) };
      await sendInboxMessageAboutRows(
        engine,
        tx,
        scheduledReportReady,
        { type: 'admin', ids: [one.admin_id] },
        message,
      );
    });
    return { url: file.url };
  } finally {
    await draft.remove();
  }
}

const opensSchedule = ({ schedule_id }: Making): string => `${reportSchedule.name}/${schedule_id}`;

async function endMaking(
  engine: Engine,
  tx: Transaction,
  { id, schedule_id, admin_id }: Making,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  await write(
    engine,
    scheduledReportResult,
    systemCaller(),
    { operation: 'edit', id, input: {}, set, filesOf: { type: 'admin', id: admin_id }, unread: true, unseen: true },
    tx,
  );
  const where = sql`t.id = ${schedule_id}`;
  await changeRows(engine, reportSchedule, systemCaller(), { where, set: { last_at: sql`now()` } }, tx);
}

/** Notes that a report could not be made, and why, after its job ended without it. */
export async function endFailedReport(engine: Engine, job: Job): Promise<void> {
  const one = await findMaking(engine, job);
  if (!one) return;
  await engine.db.transaction(async (tx) => {
    await endMaking(engine, tx, one, { outcome: 'failed', problem: job.message.slice(0, 500) });
    const values = { name: one.title, span: `${one.from_on} – ${one.until_on}`, reason: job.message };
    await sendInboxMessageAboutRows(
      engine,
      tx,
      scheduledReportFailed,
      { type: 'admin', ids: [one.admin_id] },
      { values, opens: opensSchedule(one) },
    );
  });
}
