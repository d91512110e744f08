import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { incident } from '../contract/incident.ts';
import { incidentInstruction } from '../contract/incident-instruction.ts';
import { instructionIssued } from '../contract/message-templates.ts';

/** States of an incident in which instructions are given. */
const open = ['reported', 'verified', 'responding', 'controlled'] as const;

async function add(context: WriteContext<typeof incidentInstruction>): Promise<void> {
  const { tx, values } = context;
  const about = await context.require(incident, values.incident_id ?? 0, { status: open, field: 'incident_id' });
  if (!about) return;
  values.area_code = about.area_code;
  const { addressee } = values;
  // what was typed for another kind of addressee before it was changed in the form is not stored
  if (addressee !== 'officer') values.officer_id = null;
  if (addressee !== 'enterprise') values.enterprise_id = null;
  if (addressee !== 'outside') values.outside_name = null;
  values.recipient_id = values.enterprise_id ?? null;
  if (addressee === 'officer') await notifyOfficer(context, about.title);
  else if (addressee === 'enterprise') {
    const one = await tx.row<{ name: string }>(
      sql`select name from enterprise where id = ${values.enterprise_id ?? 0}`,
    );
    values.addressed_to = one?.name ?? null;
  } else values.addressed_to = values.outside_name ?? null;
}

/** Names the officer, and sends them the instruction by inbox and text message. */
async function notifyOfficer(context: WriteContext<typeof incidentInstruction>, title: string): Promise<void> {
  const { engine, tx, values } = context;
  const officer = await tx.row<{ id: number; name: string; mobile: string | null }>(sql`
    select id, coalesce(nullif(nickname, ''), username) as name, mobile from ${sql.id(tableOf(admin))} where id = ${values.officer_id ?? 0}`);
  if (!officer) return;
  values.addressed_to = officer.name;
  const content = values.content ?? '';
  const message = { title, content };
  const { mobile } = officer;
  context.afterStore(async (id) => {
    await tx.query(
      inboxMessagesTo(
        engine,
        instructionIssued,
        { values: message },
        sql`select ${officer.id}::bigint as admin_id, null::bigint as user_id, ${incidentInstruction.name}::text as resource,
          ${id}::bigint as row_id, ${content.slice(0, 80)}::text as row_title`,
      ),
    );
    if (!mobile) return;
    const about = { resource: incidentInstruction.name, rowId: id, once: `incident_instruction ${id}` };
    await queueMessage(engine, tx, instructionIssued, message, { mobile, ...about });
  });
}

export const incidentInstructionWriteHooks: WriteHooks<typeof incidentInstruction> = {
  add,
  moves: {
    acknowledge({ values, input, caller }) {
      values.acknowledged_by = input.acknowledged_by || caller.name;
    },
  },
  notify: {
    added: {
      template: instructionIssued,
      values: { title: 'incident_id', content: 'content' },
      where: [['addressee', '=', 'enterprise']],
      sms: 'enterprise_id.contact_mobile',
    },
  },
};
