import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { readEvidenceChain } from '#server/history/read-evidence-chain.ts';
import type { DrawCeremonyAnswer, PublicDrawCommitment } from '../../contract/draw/draw-call-answer-types.ts';
import { DrawFixture, errorsOf, ok, today } from './draw-fixture.ts';

/** Who can have read the code of a witness: whoever reads all can enter all seeds. */
let on: DrawFixture;
beforeAll(async () => {
  on = await DrawFixture.start();
}, 120_000);
afterAll(() => on.app.close());

interface Issued {
  readonly way: string;
  readonly to: string | null;
  readonly address: string | null;
}

async function planOf(type: string, domain: string): Promise<number> {
  await on.enterprises(6, { type });
  await on.officers(2, { domains: [domain] });
  return on.plan({ types: [type] });
}
const issue = (who: 'city' | 'admin', id: number, witness: number, sent = '0') =>
  on[who].post<Issued>('/admin/enforcement.draw/witnessCode', { id, witness, sent });
const commitmentOf = async (id: number) =>
  ok(await on.nobody.get<PublicDrawCommitment>('/api/enforcement.draw/commitment', { no: await on.number(id) }));

test('no officer is shown the codes of all witnesses, not even by issuing them again', async () => {
  const id = await on.committed(await planOf('hotel', 'lodging'));
  const [first = 0, second = 0] = await on.witnesses(id);
  ok(await issue('city', id, first));
  const refused = await issue('city', id, second);
  expect(refused.msg).toContain('这一份您不能再看到');
  const { address } = ok(await issue('admin', id, second));
  expect((await issue('city', id, second)).code).toBe(0);
  ok(await on.enter(address?.slice(address.indexOf('#') + 1) ?? '', 'seed of the second'));
  // the code that the other officer showed was used: neither of them now gets the first one by the way round
  expect((await issue('admin', id, first)).code).toBe(0);
  ok(await issue('city', id, first));
  const { handovers } = await commitmentOf(id);
  expect(handovers).toMatchObject([
    { witness: '驻局纪检组', way: 'screen', officer: 1, entered_at: null },
    { witness: '企业代表', way: 'screen', officer: 2, entered_at: expect.any(Number) },
  ]);
  const entries = (await readEvidenceChain(on.app.db, `enforcement/draw:${id}`)).filter(({ event }) =>
    event.endsWith('code_issued'),
  );
  expect(entries.map(({ actor }) => actor)).toHaveLength(3);
  expect(new Set(entries.map(({ actor }) => actor)).size).toBe(2);
  expect(entries[0]?.payload).toContain('驻局纪检组');
});

test('of two codes asked for at once by one officer, one is shown', async () => {
  const id = await on.committed(await planOf('hotel', 'lodging'));
  const witnesses = await on.witnesses(id);
  const answers = await Promise.all(witnesses.map((witness) => issue('city', id, witness)));
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
});

test('a code that is sent is read by nobody at the bureau', async () => {
  const mail = {
    smtp_server: '127.0.0.1',
    smtp_port: 9,
    smtp_verification: 'none',
    smtp_sender_mail: 'office@example.gov.cn',
  };
  const witnesses = [{ name: '驻局纪检组', email: 'Chen@Example.cn' }, { name: '企业代表' }];
  const id = await on.committed(await planOf('hotel', 'lodging'), { witnesses });
  const [first = 0, second = 0] = await on.witnesses(id);
  expect((await issue('city', id, first, '1')).msg).toContain('未接入相应的发送通道');
  ok(await on.admin.post('/admin/routine.config/edit', mail));
  expect(await hallOf(id)).toMatchObject([{ can_send: true, code_way: null }, { can_send: false }]);
  expect(ok(await issue('city', id, first, '1'))).toEqual({
    way: 'email',
    to: 'C***@Example.cn',
    address: null,
    picture: null,
  });
  const queued = await on.app.db.row<{ content: string; letter: string }>(
    sql`select content, letter from message_email where template_code = 'draw_witness_code'`,
  );
  expect(queued?.content).toContain('/witness#***');
  const letter = JSON.parse(on.app.engine.seal.open({ cipher: queued?.letter ?? '', mask: '', hash: '' })) as {
    address: string;
  };
  ok(await on.enter(letter.address.slice(letter.address.indexOf('#') + 1), 'seed of the first'));
  // this one may be shown: the officer has not seen the other
  ok(await issue('city', id, second));
  const { handovers } = await commitmentOf(id);
  expect(handovers).toMatchObject([{ way: 'email' }, { way: 'screen' }]);
  expect(JSON.stringify(handovers), 'the public learns no address, not even masked').not.toContain('*');
});

test('an address is not that of two witnesses, nor of the officer who sends the code', async () => {
  const plan = await planOf('hotel', 'lodging');
  const both = [
    { name: '甲', email: 'one@example.cn' },
    { name: '乙', email: 'ONE@example.cn' },
  ];
  const draft = await on.draft(plan, { witnesses: both });
  expect(errorsOf(await on.move(draft, 'prepare')).witnesses?.[0]).toContain('见证码会到同一人手里');
  await on.app.db.query(sql`update auth_admin set email = 'own@example.cn' where username = 'city'`);
  const id = await on.committed(plan, { witnesses: [{ name: '甲', email: 'own@example.cn' }, { name: '乙' }] });
  const [first = 0] = await on.witnesses(id);
  expect((await issue('city', id, first, '1')).msg).toContain('您自己的邮箱');
});

const hallOf = async (id: number) =>
  ok(await on.city.get<DrawCeremonyAnswer>('/admin/enforcement.draw/ceremony', { id })).witnesses;

test('before the seeds are opened, officers whose certificate ended since the lists were frozen are named', async () => {
  const id = await on.committed(await planOf('hotel', 'lodging'));
  const frozen = await on.app.db.row<{ officer_id: number }>(
    sql`select officer_id from enforcement_draw_officer where draw_id = ${id} limit 1`,
  );
  await on.app.db.query(
    sql`update library_officer set cert_valid_to = ${addDays(today, -1)} where id = ${frozen?.officer_id ?? 0}`,
  );
  await on.enterAll(id);
  await on.wait(id);
  const { lapsed } = ok(await on.city.get<DrawCeremonyAnswer>('/admin/enforcement.draw/ceremony', { id }));
  expect(lapsed).toEqual([{ name: expect.any(String), until: addDays(today, -1) }]);
  const seen = ok(await on.city.post<{ sentences: string[] }>('/admin/enforcement.draw/foresee', { id, move: 'open' }));
  expect(seen.sentences.join()).toContain('证件到期或不再可派');
});
