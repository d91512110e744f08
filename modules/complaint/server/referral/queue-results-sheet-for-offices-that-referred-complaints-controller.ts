import { field } from '#kernel/field/field.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { allOrNoneBatchAction, refuseAllForFailedRows } from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { complaint } from '../../contract/complaint.ts';
import { referringChannels } from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { complaintStatesReportedToReferringOffice } from '../../contract/complaint-states.ts';

/** The job that writes the sheet of results. */
export const resultsForReferringOfficeJob = 'complaint_results';

const texts = {
  title: text('回填转办单位', 'Report results to the referring office'),
  own: text('不是转办的投诉', 'Was not referred by another office'),
  open: text('尚未办结', 'Is not over yet'),
  some: text('有 {n} 件不能回填：{why}', '{n} {n|complaint|complaints} cannot be reported: {why}'),
};

/**
 * `POST reportResults {ids}`: queues the sheet with the results of complaints that other offices referred, and notes the
 * day on which it was made. All of them, or none.
 */
export const reportResultsToReferringOfficeController: Controller = {
  app: 'admin',
  name: 'complaint.complaint',
  actions: {
    reportResults: {
      ...allOrNoneBatchAction(complaint, 'reportResults', texts.title, async ({ engine, caller }, ids) => {
        await engine.db.transaction(async (tx) => {
          const scope = scopeOf(complaint, caller, engine.find) ?? sql`true`;
          const rows = await tx.rows<{ id: number; no: string; referred: boolean; over: boolean }>(sql`
            select t.id, t.no, t.channel = any(${[...referringChannels]}::text[]) as referred, t.status = any(${[...complaintStatesReportedToReferringOffice]}::text[]) as over
            from complaint t where t.id = any(${[...ids]}::bigint[]) and ${scope} order by t.id for update`);
          if (rows.length < ids.length) throw notFound();
          const failed = rows.flatMap(({ id, no, referred, over }) => {
            const why = referred ? (over ? undefined : texts.open) : texts.own;
            return why ? [{ id, title: no, msg: why[caller.locale] }] : [];
          });
          if (failed.length > 0) throw refuseAllForFailedRows(texts.some, failed);
          await changeRows(
            engine,
            complaint,
            caller,
            {
              where: sql`t.id = any(${[...ids]}::bigint[])`,
              set: { reported_on: shanghaiToday() },
              note: sql`${texts.title['zh-cn']}::text`,
              noteEnglish: sql`${texts.title.en}::text`,
              touched: true,
            },
            tx,
          );
          await createJob(tx, {
            kind: resultsForReferringOfficeJob,
            title: textIn(texts.title, caller.locale),
            owner: jobOwnerOf(caller),
            locale: caller.locale,
            params: { ids: [...ids] },
          });
        });
      }),
      described: {
        summary: texts.title,
        body: { ids: field.references(text('编号', 'IDs'), { to: complaint.name, required: true }) },
        data: nothing,
      },
    },
  },
};
