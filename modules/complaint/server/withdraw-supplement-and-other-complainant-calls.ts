import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { notFound } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { complaint } from '../contract/complaint.ts';
import { complaintLifecycle } from '../contract/complaint-lifecycle.ts';
import type { ComplainantMove } from '../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import { invitationAnswerFields } from '../contract/mediation-invitation-and-answer-move-fields.ts';
import { maskIdentityNumbers } from './party/mask-identity-numbers-in-submitted-texts.ts';
import {
  type Complainant,
  complainantTicketInput,
  isComplaintOf,
  readComplainantTicket,
  requireOwnUploads,
} from './two-hour-ticket-and-own-uploads-of-verified-complainant.ts';

const done = text('已收到', 'Received');

const { moves } = complaintLifecycle;

/** How a call for the complainant is limited and answered. */
const open = {
  gate: 'none',
  methods: ['POST'],
  limit: { perMinute: 10, per: ['ticket'] },
  inputFrom: 'body',
  answer: nothing,
} as const;

const ownComplaint = {
  ...complainantTicketInput,
  no: field.text(text('投诉编号', 'Complaint number'), { required: true, max: 40 }),
};
const evidence = { files: field.files(text('证据材料', 'Evidence'), { max: 20 }) };

/** The complaint with this number of this complainant, locked; refused alike if there is none. */
async function findOwn(tx: Transaction, no: string, who: Complainant): Promise<{ id: number; files: string[] }> {
  const found = await tx.row<{ id: number; files: string[] }>(
    sql`select id, files from complaint where compact_identifier(no) = compact_identifier(${no}) and ${isComplaintOf(who)} for update`,
  );
  if (!found) throw notFound();
  return found;
}

/**
 * Makes a move of the complaint in the name of its complainant, with files that were uploaded with the ticket. The
 * respondent reads what they write in the timeline, so that identity numbers in it are masked.
 */
async function moveOwn(
  { engine, caller, body }: Pick<Call, 'caller' | 'body'> & { readonly engine: Engine },
  { ticket, no }: { readonly ticket: unknown; readonly no: string },
  move: ComplainantMove,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const who = await readComplainantTicket(engine, ticket);
  const files = Array.isArray(body.files) ? body.files.map(String) : [];
  const masked = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskIdentityNumbers(value) : value,
    ]),
  );
  await engine.db.transaction(async (tx) => {
    const { id, files: held } = await findOwn(tx, no, who);
    await requireOwnUploads(engine, { who, files, held, locale: caller.locale });
    const more =
      files.length === 0
        ? {}
        : { set: { files: [...new Set([...held, ...files])] }, filesOf: { type: 'member', id: 0 } as const };
    await write(
      engine,
      complaint,
      onBehalfOf(caller),
      { operation: 'move', move, id, input: masked, unread: true, ...more },
      tx,
    );
  });
  return new Answer(null, done[caller.locale]);
}

/** `POST supplement`: what was asked for, by the complainant. */
const supplement = call({
  ...open,
  title: text('投诉人补正', 'Complainant: supply material'),
  summary: text('补正投诉材料（公开）', 'Supply material for a complaint (public)'),
  input: { ...ownComplaint, supplement: moves.supplement.input.supplement },
  checkedInRun: evidence,
  run: (made) => moveOwn(made, made.input, 'supplement', { supplement: made.input.supplement }),
});

/** `POST withdraw`: the complainant no longer wants the complaint to be handled. */
const withdraw = call({
  ...open,
  title: text('投诉人撤回投诉', 'Complainant: withdraw'),
  summary: text('撤回投诉（公开）', 'Withdraw a complaint (public)'),
  input: { ...ownComplaint, reason: moves.withdraw.input.reason },
  run: (made) => moveOwn(made, made.input, 'withdraw', { reason: made.input.reason }),
});

/** `POST answerInvitation`: whether the complainant takes part in a session of mediation. */
const answerInvitation = call({
  ...open,
  title: text('投诉人答复调解邀请', 'Complainant: answer an invitation'),
  summary: text('答复调解邀请（公开）', 'Answer an invitation to mediation (public)'),
  input: { ...ownComplaint, ...invitationAnswerFields },
  run(made) {
    const { session_answer, session_remark } = made.input;
    return moveOwn(made, made.input, 'answerInvitation', { session_answer, session_remark });
  },
});

/** `POST fulfil`: the respondent did what was agreed. */
const fulfil = call({
  ...open,
  title: text('投诉人确认履行', 'Complainant: confirm fulfilment'),
  summary: text('确认协议已履行（公开）', 'Confirm that an agreement was fulfilled (public)'),
  input: { ...ownComplaint, ...moves.fulfil.input },
  run(made) {
    const { paid_amount, fulfilled_on } = made.input;
    return moveOwn(made, made.input, 'fulfil', { paid_amount, fulfilled_on });
  },
});

/** `POST denyFulfilment`: the respondent did not do what was agreed; the officers are notified. */
const denyFulfilment = call({
  ...open,
  title: text('投诉人称未履行', 'Complainant: not fulfilled'),
  summary: text('反映协议未履行（公开）', 'Say that an agreement was not fulfilled (public)'),
  input: { ...ownComplaint, reason: moves.denyFulfilment.input.reason },
  run: (made) => moveOwn(made, made.input, 'denyFulfilment', { reason: made.input.reason }),
});

/** `POST reopen`: new facts, once, within thirty days of the end. */
const reopen = call({
  ...open,
  title: text('投诉人申请重新处理', 'Complainant: reopen'),
  summary: text('以新的事实重新处理（公开）', 'Reopen a complaint with new facts (public)'),
  input: { ...ownComplaint, new_facts: moves.reopen.input.new_facts },
  checkedInRun: evidence,
  run: (made) => moveOwn(made, made.input, 'reopen', { new_facts: made.input.new_facts }),
});

/** Calls with which a complainant acts on their own complaint, with their ticket. */
export const withdrawSupplementAndOtherComplainantCalls = {
  supplement,
  withdraw,
  answerInvitation,
  fulfil,
  denyFulfilment,
  reopen,
};
