import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { insuranceClaim } from '#modules/insurance/contract/insurance-claim.ts';
import { insurancePolicy } from '#modules/insurance/contract/insurance-policy.ts';
import { sql } from '#server/db/sql.ts';
import { lookUpRowsAndDivisionsNamedInImport } from '#server/transfer/look-up-rows-and-divisions-named-in-import.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

/** Numbers of papers are stored as they are printed, and found, told apart and imported however they are written. */
let app: TestApp;
let chief: Client;
let agency: number;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  agency = await activeEnterprise(app.engine, await app.officer('admin'), { ent_type: 'agency' });
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const compacted = async (written: readonly string[]) =>
  (
    await app.db.rows<{ compact: string }>(
      sql`select compact_identifier(w) as compact from unnest(${written}::text[]) with ordinality u (w, place) order by place`,
    )
  ).map(({ compact }) => compact);

describe('the database', () => {
  test('makes of every sign what the browser makes of it', async () => {
    const signs = Array.from({ length: 0xffff }, (_, at) => at + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCharCode(code));
    const made = await compacted(signs);
    expect(signs.filter((sign, at) => made[at] !== compactIdentifier(sign))).toEqual([]);
  });

  test('and of every text', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), 2000).map((one) => one.replaceAll('\0', ''));
    expect(await compacted(texts)).toEqual(texts.map(compactIdentifier));
  });
});

interface Answer {
  id: number;
  reason?: string;
  field?: string;
}
const add = (license_no: string) =>
  chief.post<Answer>('/admin/enterprise.licence/add', {
    enterprise_id: agency,
    kind: 'agency',
    tourism_scope: ['domestic'],
    issued_by: '昆明市文化和旅游局',
    verify_status: 'unverified',
    license_no,
    issue_date: '2020-01-01',
    expire_date: '2040-01-01',
  });
const listed = async (query: Readonly<Record<string, unknown>>) => {
  const answer = await chief.get<{ list: { license_no: string }[] }>('/admin/enterprise.licence/index', query);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.list.map(({ license_no }) => license_no);
};

describe('a number on record', () => {
  const ways = [
    'L-YN90001',
    'l-yn90001',
    'LYN90001',
    'L YN 90001',
    'L-YN-90001',
    'Ｌ－ＹＮ９０００１',
    '\u202dL—YN90001\u202c',
  ];

  test('is stored as it is printed, and held against every way of writing it', async () => {
    const made = await add(' \u202dＬ－ＹＮ９０００１\u202c ');
    expect(made.code, made.msg).toBe(1);
    const near = await add('L-YN90010');
    expect(near.code, near.msg).toBe(1);
    expect(await listed({ search: [{ field: 'id', operator: '=', val: made.data.id }] })).toEqual(['L-YN90001']);
    for (const written of ways)
      expect([written, (await add(written)).data]).toEqual([
        written,
        expect.objectContaining({ reason: 'duplicate', field: 'license_no' }),
      ]);
    expect((await add('-')).code).toBe(0);
  });

  test.each(ways)('is found as %s', async (typed) => {
    expect(await listed({ quick_search: typed }), 'quick search').toEqual(['L-YN90001']);
    for (const operator of ['=', 'LIKE', 'IN'])
      expect(await listed({ search: [{ field: 'license_no', operator, val: typed }] }), operator).toEqual([
        'L-YN90001',
      ]);
    for (const operator of ['<>', 'NOT LIKE', 'NOT IN'])
      expect(await listed({ search: [{ field: 'license_no', operator, val: typed }] }), operator).not.toContain(
        'L-YN90001',
      );
    const hits = (await chief.get<{ list: { subtitle: string }[] }>('/admin/search/index', { quick_search: typed }))
      .data;
    expect(hits.list.map(({ subtitle }) => subtitle).join('; '), 'palette').toContain('L-YN90001');
  });

  test('is found by a part of it, and by a blank in another place', async () => {
    expect(await listed({ search: [{ field: 'license_no', operator: 'LIKE', val: 'yn-900 01' }] })).toEqual([
      'L-YN90001',
    ]);
    expect(await listed({ quick_search: '许可证编号 l-yn 900' })).toEqual(['L-YN90010', 'L-YN90001']);
    expect(
      await listed({ search: [{ field: 'license_no', operator: 'LIKE', val: '-' }] }),
      'a dash asks nothing',
    ).toEqual(expect.arrayContaining(['L-YN90001', 'L-YN90010']));
    expect(await listed({ search: [{ field: 'license_no', operator: '=', val: '-' }] })).toEqual([]);
  });

  test('is what a sheet means by any way of writing it, and two of them are ambiguous', async () => {
    const [first, second] = await app.db.rows<{ id: number }>(sql`
      insert into insurance_policy (enterprise_id, kind, insurer, policy_no, from_on, to_on)
      select ${agency}, 'liability', insurer, number, '2026-01-01', '2026-12-31'
      from (values ('甲', 'PZDK-2026-5301'), ('甲', 'PZDK20265302'), ('乙', 'PZDK 2026 5302')) as v (insurer, number) returning id`);
    const queries = [
      'pzdk20265301',
      'ＰＺＤＫ／２０２６／５３０１',
      'PZDK2026-5302',
      'PZDK20265303',
      String(second?.id),
    ];
    const found = await lookUpRowsAndDivisionsNamedInImport(
      app.engine,
      await app.officer('admin'),
      insuranceClaim,
    ).references(insuranceClaim.fields.policy_id, queries);
    expect(queries.map((word) => found.get(word))).toEqual([first?.id, first?.id, 'ambiguous', undefined, second?.id]);
    expect(insurancePolicy.title).toBe('policy_no');
  });

  test('is read from an index by a filter', async () => {
    await app.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      const plan = await tx.rows<{ 'QUERY PLAN': string }>(
        `explain select id from enterprise_licence t where compact_identifier(t.license_no) = 'LYN90001'`,
      );
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('enterprise_licence_number');
    });
  });
});

test('numbers that older rows hold in another way of writing stay, and nothing new takes them', async () => {
  // it calls functions by names that a later migration changed
  const migration = (await readFile('migrations/202611270830_system_compact_identifiers.sql', 'utf8'))
    .replaceAll("'keep_'", "'update_'")
    .replaceAll('keep_search_beside', 'create_search_table');
  const [queries = '', rules = ''] = migration.match(/do \$do\$[\s\S]*?end \$do\$;/g) ?? [];
  const guide = (
    tx: typeof app.db | Parameters<Parameters<typeof app.db.transaction>[0]>[0],
    card: string,
    of: number,
  ) =>
    tx.query(sql`
      insert into crew_guide (name, id_no, mobile, card_no, level, valid_to, languages, area_code, status)
      values ('导游', ${JSON.stringify({ mask: '*', cipher: '', hash: `old ${of}` })}::jsonb, '13800138000', ${card}, 'junior', '2040-01-01', '{zh}', '530102', 'valid')`);
  await app.db
    .transaction(async (tx) => {
      await tx.query('drop index crew_guide_card_no');
      for (const [at, card] of ['DZG-9001', 'dzg9001', 'DZG 9002'].entries()) await guide(tx, card, at);
      await tx.query(queries);
      await tx.query(rules);
      const found = await tx.rows(
        sql`select search_text from crew_guide_search where bigrams(search_text) @> bigrams('dzg900') and search_text like '%dzg9001%'`,
      );
      expect(found).toHaveLength(2);
      for (const [at, card] of ['DZG9003', 'DZG-9004'].entries()) await guide(tx, card, 10 + at);
      for (const card of ['DZG/9001', 'dzg-9002', 'ＤＺＧ９００３']) {
        await tx.query('savepoint before');
        await expect(guide(tx, card, 20), card).rejects.toMatchObject({ constraint: 'crew_guide_card_no' });
        await tx.query('rollback to before');
      }
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
});

/** Ends the transaction, so that nothing of it stays. */
class Undone extends Error {}
