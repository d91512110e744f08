import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { createJob } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type ReportSchedule, reportSchedule } from '../contract/report-schedule.ts';
import { lastWholePeriod } from '../contract/scheduled-report-period.ts';
import { scheduledReportResult } from '../contract/scheduled-report-result.ts';
import { nextScheduledReportTime } from './report-schedule-crontab.ts';

/** The kind of job that makes a scheduled report. */
export const scheduledReportJob = 'scheduled_report';

/** Schedules that are begun in one transaction: the others follow in the next. */
const atOnce = 20;

type Due = Pick<ReportSchedule, 'id' | 'name' | 'covers' | 'cron' | 'language'> & { readonly admin_id: number | null };

const title = text('定期报表：{name}', 'Scheduled report: {name}');

/** Begins to make a report for the last whole period: a row for its file, and the job that writes it. */
export async function queueScheduledReport(engine: Engine, tx: Transaction, one: Omit<Due, 'cron'>): Promise<void> {
  if (one.admin_id === null) return;
  const { from, until } = lastWholePeriod(one.covers, shanghaiToday());
  const set = { schedule_id: one.id, title: one.name, from_on: from, until_on: until, outcome: 'making' };
  const { id } = await write(
    engine,
    scheduledReportResult,
    systemCaller(),
    { operation: 'add', input: {}, set, unread: true, unseen: true },
    tx,
  );
  const locale = one.language as Locale;
  await createJob(tx, {
    kind: scheduledReportJob,
    title: textIn(title, locale, { name: one.name }),
    owner: { type: 'admin', id: one.admin_id },
    locale,
    params: { made: id },
  });
}

/**
 * Begins all reports that are due: each once, however many times were missed while no process ran. Schedules of disabled
 * accounts wait. Returns the number of reports begun.
 */
export async function queueDueScheduledReports(engine: Engine): Promise<number> {
  for (let count = 0; ; ) {
    const begun = await engine.db.transaction(async (tx) => {
      const due = await tx.rows<Due & { [column: string]: unknown }>(sql`
        select s.id, s.name, s.covers, s.cron, s.language, s.admin_id from reports_schedule s
          join ${sql.id(tableOf(admin))} a on a.id = s.admin_id and a.status = '1'
        where s.status = 'active' and s.next_at <= now() order by s.next_at, s.id limit ${atOnce} for update of s skip locked`);
      for (const one of due) {
        await queueScheduledReport(engine, tx, one);
        await changeRows(
          engine,
          reportSchedule,
          systemCaller(),
          {
            where: sql`t.id = ${one.id}`,
            set: { next_at: sql`to_timestamp(${nextScheduledReportTime(one)}::bigint)` },
          },
          tx,
        );
      }
      return due.length;
    });
    count += begun;
    if (begun < atOnce) return count;
  }
}
