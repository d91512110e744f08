import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { complaintLifecycle } from '#modules/complaint/contract/complaint-lifecycle.ts';
import {
  type ComplainantMove,
  type ComplaintProgress,
  complainantMoveNames,
} from '#modules/complaint/contract/complaint-page-path-title-and-moves-of-complainant.ts';
import { ComplaintFixture, ok } from '#modules/complaint/test/complaint-fixture.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { incident } from '#modules/incident/contract/incident.ts';
import { incidentInstruction } from '#modules/incident/contract/incident-instruction.ts';
import type { Agency } from '#modules/travel/test/agency.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { type Mover, proveMoves } from '../support/prove-moves-in-every-state.ts';
import { withoutWatch } from '../support/watch-writes.ts';

/**
 * Every move of complaints, incidents and instructions in every state, by the people of the enterprise concerned, by those of
 * another, and by complainants without an account. Officers: moves-by-group.
 */
let on: ComplaintFixture;
let agency: Agency;
let movers: Readonly<Record<string, Mover>>;
const today = shanghaiToday();

beforeAll(async () => {
  on = await ComplaintFixture.start();
  agency = await on.agency();
  const other = await on.agency();
  const inRole = async (role: 'operator' | 'viewer'): Promise<Mover> => {
    const username = `moves_${role}`;
    await placePerson(on.app.db, agency.id, await on.app.member(username), role);
    return { client: await on.app.client({ member: username }), side: 'api', role };
  };
  movers = {
    owner: { client: agency.owner, side: 'api', role: 'owner' },
    operator: await inRole('operator'),
    viewer: await inRole('viewer'),
    stranger: { client: other.owner, side: 'api', role: 'owner', foreign: true },
  };
});
afterAll(() => on.app.close());

/** Changes a row directly, as time and others would. */
const set = (resource: AnyResource, id: number, values: Sql) =>
  withoutWatch(on.app.db, (tx) =>
    tx.query(sql`update ${sql.id(tableOf(resource))} set ${values}, version = version + 1 where id = ${id}`),
  );

test('people of the respondent answer a complaint in the states in which it waits for them, and do nothing else', async () => {
  const id = await on.notified(agency);
  await proveMoves(complaint, {
    movers,
    inputs: { answer: { answer: '购物店是游客自愿前往的' } },
    async place(state) {
      await set(complaint, id, sql`status = ${state}, answer = null, answered_at = null`);
      return id;
    },
  });
});

test('people of the operator report on an incident and carry out instructions, and do nothing else', async () => {
  const row = await on.app.db.row<{ id: number }>(sql`
    insert into incident (title, kind, happened_at, place_name, area_code, enterprise_id)
    values ('旅游大巴侧翻', 'accident', now(), '昆石高速', '530102', ${agency.id}) returning id`);
  const id = row?.id ?? 0;
  await proveMoves(incident, {
    movers,
    inputs: { supplement: { first_response: '已疏散游客' }, update: { reason: '一人轻伤转重伤' } },
    async place(state) {
      await set(incident, id, sql`status = ${state}, operator_reported_at = null`);
      return id;
    },
  });
  const given = await on.app.db.row<{ id: number }>(sql`
    insert into incident_instruction (incident_id, content, addressee, enterprise_id, recipient_id, area_code)
    values (${id}, '提供旅客名单', 'enterprise', ${agency.id}, ${agency.id}, '530102') returning id`);
  await proveMoves(incidentInstruction, {
    movers,
    inputs: { finish: { result: '名单已送达' } },
    async place(state) {
      await set(incidentInstruction, given?.id ?? 0, sql`status = ${state}`);
      return given?.id ?? 0;
    },
  });
});

test('a complainant makes just the moves that the progress page offers, in every state, and nobody makes them for another', async () => {
  const mobile = on.newMobile();
  const [ticket, foreign] = [await on.ticket(mobile), await on.ticket(on.newMobile())];
  const id = await on.notified(agency, { mobile });
  const { no } = await on.row(id);
  const inputs: Readonly<Record<ComplainantMove, object>> = {
    supplement: { supplement: '合同照片' },
    answerInvitation: { session_answer: 'attends' },
    fulfil: { paid_amount: '600.00', fulfilled_on: today },
    denyFulfilment: { reason: '过了日期没有付款' },
    withdraw: { reason: '已自行解决，不再投诉' },
    reopen: { new_facts: '找到了当天的购物小票和录音' },
  };
  const place = (state: string) =>
    set(
      complaint,
      id,
      sql`status = ${state}, reopened = false, closed_on = ${addDays(today, -1)}::date, session_at = now() + interval '1 day', session_answer = null`,
    );
  const make = (move: ComplainantMove, by: string) =>
    on.anybody.post(`/api/complaint.open/${move}`, { ticket: by, no, ...inputs[move] });
  const digits = mobile.slice(-4);
  for (const state of Object.keys(complaintLifecycle.states)) {
    await place(state);
    const progress = await on.anybody.post<ComplaintProgress>('/api/complaint.open/progress', { no, digits });
    const declared = complainantMoveNames.filter((name) =>
      (complaintLifecycle.moves[name].from as readonly string[]).includes(state),
    );
    expect([state, ok(progress).moves]).toEqual([state, declared]);
    for (const move of complainantMoveNames) {
      await place(state);
      expect((await make(move, foreign)).data, `${move} from ${state} by another`).toEqual({ reason: 'not_found' });
      const made = await make(move, ticket);
      expect(made.code === 1, `${move} from ${state}: ${made.msg} ${JSON.stringify(made.data)}`).toBe(
        declared.includes(move),
      );
    }
  }
  // what was reopened once, or ended longer ago, is not
  await place('closed');
  await set(complaint, id, sql`reopened = true`);
  expect((await make('reopen', ticket)).code).toBe(0);
  await place('closed');
  await set(complaint, id, sql`closed_on = ${addDays(today, -31)}::date`);
  expect((await make('reopen', ticket)).code).toBe(0);
});
