import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { whereNextStepAwaits } from '#server/read/available-actions/approval-steps-available-to-caller.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readRowText } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';
import { activeEnterprise, move, uploadMaterials } from './form.ts';
import { placePerson } from './people.ts';

let on: TestEngine;
let chief: Caller;
let proposer: Caller;
let other: Caller;
let confirmer: Caller;
let both: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  await uploadMaterials(on.engine);
  chief = { ...(await on.officer('admin')), areaCode: '530100' };
  proposer = officer(9001, 'index', 'revoke:propose');
  other = officer(9002, 'index', 'revoke:propose');
  confirmer = officer(9003, 'index', 'revoke:confirm');
  both = officer(9004, 'index', 'revoke:propose', 'revoke:confirm', 'suspend');
});
afterAll(() => on.close());

const officer = (id: number, ...nodes: string[]): Caller => ({
  ...chief,
  id,
  name: `officer${id}`,
  super: false,
  grantKey: `test ${nodes.join()}`,
  nodes: new Set(nodes.map((node) => `enterprise/enterprise/${node}`.toLowerCase())),
});
const form = { document_no: '昆文旅罚〔2026〕1号', reason: '严重违法经营' };

const take = (who: Caller, id: number, step: string | undefined, input: Record<string, unknown> = {}) =>
  write(on.engine, enterprise, who, { operation: 'move', move: 'revoke', ...(step ? { step } : {}), id, input });
const show = async (who: Caller, id: number) =>
  JSON.parse(await readRowText(on.engine, enterprise, who, id)) as {
    status: string;
    _moves: string[];
    _approval?: { next: string; input: unknown; taken: { name: string }[] } | null;
  };
const offers = async (who: Caller, id: number) => {
  const row = await show(who, id);
  const page = await readListPage(on.engine, enterprise, who, {
    ...readListQuery(enterprise, {}),
    conditions: [{ field: 'id', operator: '=', value: String(id) }],
  });
  const [listed] = JSON.parse(decodeByteString(page.list)) as { _moves: string[] }[];
  expect(listed?._moves, 'the list offers what the record offers').toEqual(row._moves);
  return row._moves;
};
const refusalOf = async (work: Promise<unknown>): Promise<Refused> => {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refused)) throw error;
  return error;
};
const read = (id: number) =>
  on.db.row<{ status: string; approval: unknown }>(sql`select status, approval from enterprise where id = ${id}`);
const story = async (id: number) =>
  (
    await on.db.rows<{ move: string; to: string | null; note: string | null }>(
      sql`select move, to_status as to, note from history where resource = 'enterprise/enterprise' and row_id = ${id} and move like 'revoke%' order by id`,
    )
  ).map((entry) => [entry.move, entry.to, entry.note]);
const awaits = async (who: Caller, id: number) => {
  const condition = whereNextStepAwaits(enterprise, who);
  return (
    condition !== undefined &&
    (await on.db.row(sql`select 1 from enterprise t where t.id = ${id} and ${condition}`)) !== undefined
  );
};
const active = () => activeEnterprise(on.engine, chief);

describe('a move of two approvers', () => {
  test('is offered by step, to the officers of that step', async () => {
    const id = await active();
    expect(await offers(proposer, id)).toEqual(['revoke:propose']);
    expect(await offers(confirmer, id), 'nothing to confirm yet').toEqual([]);
    expect(await offers(both, id)).toEqual(['suspend', 'revoke:propose']);
    await take(proposer, id, 'propose', form);
    expect(await offers(proposer, id)).toEqual(['revoke:withdraw']);
    expect(await offers(other, id), 'proposed already').toEqual([]);
    expect(await offers(confirmer, id)).toEqual(['revoke:confirm', 'revoke:decline']);
    expect(await offers(both, id)).toEqual(['suspend', 'revoke:confirm', 'revoke:decline']);
    expect(await awaits(confirmer, id)).toBe(true);
    expect(await awaits(proposer, id)).toBe(false);
    expect((await show(confirmer, id))._approval).toMatchObject({
      next: 'confirm',
      input: form,
      taken: [{ name: 'officer9001' }],
    });
    await take(confirmer, id, 'confirm');
    expect(await read(id)).toEqual({ status: 'revoked', approval: null });
  });

  test('writes the proposed values on confirmation, not before', async () => {
    const id = await active();
    await take(proposer, id, 'propose', form);
    expect(await on.db.rows(sql`select 1 from enterprise_barred_person where enterprise_id = ${id}`)).toEqual([]);
    const differs = await refusalOf(take(confirmer, id, 'confirm', { document_no: '另一份文书' }));
    expect(differs.data).toMatchObject({ errors: { document_no: [expect.stringContaining('昆文旅罚')] } });
    await take(confirmer, id, 'confirm', { reason: '同意提请的意见' });
    expect(await on.db.row(sql`select basis from enterprise_barred_person where enterprise_id = ${id}`)).toEqual({
      basis: form.document_no,
    });
    expect(await story(id)).toEqual([
      ['revoke:propose', null, '昆文旅罚〔2026〕1号 严重违法经营'],
      ['revoke:confirm', 'revoked', '昆文旅罚〔2026〕1号 同意提请的意见'],
    ]);
  });

  test('a proposal requires the inputs of its move', async () => {
    const id = await active();
    const refused = await refusalOf(take(proposer, id, 'propose'));
    expect(Object.keys((refused.data as { errors: object }).errors)).toEqual(['document_no', 'reason']);
    expect((await read(id))?.approval).toBeNull();
  });

  test('is withdrawn by its proposer alone, and can be proposed again', async () => {
    const id = await active();
    await take(proposer, id, 'propose', form);
    for (const who of [other, confirmer, both]) expect((await refusalOf(take(who, id, 'withdraw'))).code).toBe(401);
    await take(proposer, id, 'withdraw');
    expect(await read(id)).toEqual({ status: 'active', approval: null });
    expect(await offers(proposer, id)).toEqual(['revoke:propose']);
    const gone = await refusalOf(take(confirmer, id, 'confirm'));
    expect([gone.code, (gone.data as { reason: string }).reason]).toEqual([0, 'bad_transition']);
    await take(proposer, id, undefined, form);
    expect((await read(id))?.approval).toMatchObject({ next: 'confirm' });
    expect((await story(id)).map(([step, to]) => [step, to])).toEqual([
      ['revoke:propose', null],
      ['revoke:withdraw', null],
      ['revoke:propose', null],
    ]);
  });

  test('is declined with a reason by those who may confirm', async () => {
    const id = await active();
    await take(both, id, 'propose', form);
    expect((await refusalOf(take(both, id, 'decline', { reason: '自己不同意自己' }))).data).toMatchObject({
      reason: 'forbidden',
    });
    expect((await refusalOf(take(proposer, id, 'decline', { reason: '没有权限否决' }))).code).toBe(401);
    expect((await refusalOf(take(confirmer, id, 'decline'))).data).toMatchObject({ errors: { reason: ['必填'] } });
    await take(confirmer, id, 'decline', { reason: '证据不足，不予吊销' });
    expect(await read(id)).toEqual({ status: 'active', approval: null });
    expect((await story(id)).at(-1)).toEqual(['revoke:decline', null, '证据不足，不予吊销']);
  });

  test('lapses when the row leaves the state', async () => {
    const id = await active();
    await take(proposer, id, 'propose', form);
    await move(on.engine, both, id, 'suspend', { document_no: '停1号', reason: '存在安全隐患' });
    expect(await read(id)).toEqual({ status: 'suspended', approval: null });
    expect((await refusalOf(take(confirmer, id, 'confirm'))).data).toMatchObject({ reason: 'bad_transition' });
    await move(on.engine, chief, id, 'resume', { document_no: '复1号', reason: '隐患已经消除' });
    expect(await offers(confirmer, id), 'nor does it come back with the state').toEqual([]);
    // after any other move out of the state
    await take(proposer, id, 'propose', form);
    await on.db.query(sql`update enterprise set status = 'suspended' where id = ${id}`);
    expect(await offers(confirmer, id)).toEqual([]);
    expect((await show(confirmer, id))._approval ?? null).toBeNull();
    expect(await awaits(confirmer, id)).toBe(false);
    await refusalOf(take(confirmer, id, 'confirm'));
  });

  test('a call meant as a proposal is never taken as a confirmation', async () => {
    const id = await active();
    const tries = await Promise.allSettled([both, proposer, other].map((who) => take(who, id, 'propose', form)));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect((await read(id))?.status).toBe('active');
  });

  test('members learn nothing of it', async () => {
    const id = await active();
    const member = await on.member('owner_of_it');
    await placePerson(on.db, id, member);
    await take(proposer, id, 'propose', form);
    const row = await show(member, id);
    expect([row._moves, '_approval' in row]).toEqual([['change', 'cancel'], false]);
  });
});
