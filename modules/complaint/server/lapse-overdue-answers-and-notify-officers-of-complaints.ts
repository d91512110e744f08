import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { checkResults } from '#modules/enforcement/contract/check/enforcement-check-source-result-and-flag-options.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { complaint } from '../contract/complaint.ts';
import * as messages from '../contract/message-templates.ts';
import { alertOfficersToManyComplaints } from './alert-officers-to-many-complaints-about-one-respondent.ts';
import { draftEnforcementCheckOfComplaint } from './draft-enforcement-check-of-complaint.ts';
import { messageOfficers, type SubjectOfMessage } from './send-message-to-officers-of-complaint.ts';

export const complaintEventSubscribers: Readonly<Record<string, Subscriber>> = {
  /** When the limit of the answer has passed, the complaint goes on without it. */
  lapse_answer: on(complaint, 'overdue', {
    async together(facts, { cascadeMove }) {
      const ids = facts.map(({ row_id }) => row_id);
      const passed = sql`t.id = any(${ids}::bigint[]) and t.status = 'notified' and exists (
        select from deadline d where d.resource = ${complaint.name} and d.row_id = t.id and d.clock = 'answer'
          and d.status <> 'done' and d.due_at < now())`;
      await cascadeMove(complaint, passed, 'lapse');
    },
  }),
  notify_of_missing_answer: on(complaint, 'unanswered', {
    async later(_fact, { engine, tx, rows }) {
      for (const row of await rows())
        await messageOfficers(engine, tx, messages.complaintUnanswered, {
          about: row,
          values: { no: row.no ?? '', respondent: row.respondent_name ?? '' },
        });
    },
  }),
  draft_check_of_complaint: draftEnforcementCheckOfComplaint,
  /** When the check that a complaint led to has a result, the officers who handle the complaint are notified. */
  notify_of_checked_complaint: on(check, 'reviewed', {
    async later(_fact, { engine, tx, rows }) {
      for (const { complaint_id, result_code } of await rows()) {
        if (!complaint_id || !result_code) continue;
        const about = await tx.row<SubjectOfMessage>(sql`
          select id, no, respondent_name, handler_id from complaint where id = ${complaint_id}`);
        if (!about) continue;
        const values = {
          no: about.no ?? '',
          respondent: about.respondent_name ?? '',
          result: checkResults[result_code],
        };
        await messageOfficers(engine, tx, messages.complaintChecked, { about, values });
      }
    },
  }),
  alert_of_many_complaints: on(complaint, 'added', {
    laterInBatches: (facts, { engine, tx }) =>
      alertOfficersToManyComplaints(
        engine,
        tx,
        facts.map(({ row_id }) => row_id),
      ),
  }),
};
