import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/subscriber-index.ts';
import { on } from '#server/write/subscriber/subscriber.ts';
import { complaint } from '../contract/complaint.ts';
import * as messages from '../contract/message-templates.ts';
import { alertOfficersToManyComplaints } from './alert-officers-to-many-complaints.ts';
import { draftCheckOfComplaint } from './draft-check-of-complaint.ts';
import { messageOfficers } from './message-officers-of-complaint.ts';

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
  draft_check_of_complaint: draftCheckOfComplaint,
  alert_of_many_complaints: on(complaint, 'added', {
    async later(_fact, { engine, tx, rows }) {
      for (const row of await rows()) await alertOfficersToManyComplaints(engine, tx, row);
    },
  }),
};
