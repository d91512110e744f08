import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { personalDataSearchesPerDay } from '#kernel/list/personal-data-search-limit.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import {
  readStoredExportRequest,
  type StoredExportRequest,
  writeExportFile,
} from '#server/transfer/export/start-export-and-write-export-file.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

const mobile = (n: number) => `138${String(n).padStart(8, '0')}`;
const idNumber = '53010219900307721X';

let app: TestApp;
let officer: Client;
let reader: Client;
const enterprises = '/admin/enterprise.enterprise';

beforeAll(async () => {
  app = await startApp();
  await app.db.query(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, legal_id_no)
     select '企业' || n, 'E' || n, 'hotel', '王', '13800001234', '王', '1380000' || lpad(n::text, 4, '0'), '530102', '人民路1号', point(102.7, 25),
            case when n = 1 then $1::jsonb end
     from generate_series(1, 40) n`,
    [JSON.stringify(app.engine.seal.seal(idNumber, '5301***********21X'))],
  );
  await app.db.query(
    `with g as (insert into auth_group (name, rules) select 'reader', array_agg(id) from auth_menu where name ~ '^enterprise/enterprise/(index|export)$' returning id)
     insert into auth_admin (username, nickname, password, group_arr, area_code) select 'reader', 'reader', '', array[id], '530102' from g`,
  );
  [officer, reader] = await Promise.all([app.client({ officer: 'county1' }), app.client({ officer: 'reader' })]);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.query('delete from exact_search');
  await app.db.query('delete from reveal_log');
});

const where = (field: string, val: string, operator = '=') => ({ search: [{ field, operator, val }] });
const names = async (client: Client, query: Record<string, unknown>) => {
  const answer = await client.get<{ list: { name: string }[] }>(`${enterprises}/index`, { limit: 50, ...query });
  return answer.code === 1 ? answer.data.list.map((row) => row.name) : answer.msg;
};
const recorded = () =>
  app.db.rows<{ username: string; row_id: number; fields: string[]; value_hash: string }>(
    'select username, row_id, fields, value_hash from reveal_log order by id',
  );

describe('a search of personal data', () => {
  test('compares with what is shown, for those who may not reveal it, and leaves no trace', async () => {
    expect(await names(reader, where('contact_mobile', mobile(7)))).toEqual([]);
    expect(await names(reader, where('legal_id_no', idNumber))).toEqual([]);
    expect(await names(reader, where('contact_mobile', '138****0007'))).toEqual(['企业7']);
    expect(await names(reader, where('contact_mobile', '****001', 'LIKE'))).toHaveLength(10);
    expect(await names(reader, where('legal_id_no', '5301***********21x'))).toEqual(['企业1']);
    for (const operator of ['<>', 'IN', 'RANGE', 'NOT LIKE', '>'])
      expect(await names(reader, where('contact_mobile', mobile(7), operator))).toBe('敏感字段只能查询等于或包含');
    expect(await recorded()).toEqual([]);
  });

  test('in plain is recorded like a reveal, by the hash of the value', async () => {
    expect(await names(officer, where('contact_mobile', mobile(7)))).toEqual(['企业7']);
    expect(await names(officer, where('legal_id_no', idNumber))).toEqual(['企业1']);
    expect(await names(officer, where('contact_mobile', '138****0007'))).toEqual(['企业7']);
    const hash = (value: string) => app.engine.hash(value);
    expect(await recorded()).toEqual([
      { username: 'county1', row_id: 0, fields: ['contact_mobile'], value_hash: hash(mobile(7)) },
      { username: 'county1', row_id: 0, fields: ['legal_id_no'], value_hash: hash(idNumber) },
    ]);
    expect(JSON.stringify(await app.db.rows('select * from reveal_log'))).not.toContain(mobile(7));
  });

  test('in plain is counted once a day for each value, whatever is asked with it', async () => {
    const query = where('contact_mobile', mobile(7));
    for (const more of [{}, { page: 2 }, { total: 0 }, { order: 'name,asc' }])
      await names(officer, { ...query, ...more });
    expect((await officer.get(`${enterprises}/points`, query)).code).toBe(1);
    expect((await officer.post(`${enterprises}/export`, { format: 'csv', ...query })).code).toBe(1);
    expect(await app.db.rows('select used from exact_search')).toEqual([{ used: 1 }]);
    expect(await recorded()).toHaveLength(1);
    await app.db.query(`update reveal_log set createtime = createtime - interval '1 day'`);
    await app.db.query(`update exact_search set day = day - 1, used = 30`);
    expect(await names(officer, query)).toEqual(['企业7']);
    expect(await app.db.rows('select used from exact_search')).toEqual([{ used: 1 }]);
  });

  test('is limited for each account, also when all tries come at once and through every call', async () => {
    const calls = Array.from({ length: 90 }, (_, n) => {
      const query = where('contact_mobile', mobile(100 + n));
      const call = ['index', 'points', 'export'][n % 3] as string;
      return call === 'export'
        ? officer.post<{ reason?: string }>(`${enterprises}/export`, { format: 'csv', ...query })
        : officer.get<{ reason?: string }>(`${enterprises}/${call}`, query);
    });
    const answers = await Promise.all(calls);
    expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
    const refused = answers.filter((one) => one.code !== 1);
    expect(answers.length - refused.length).toBe(personalDataSearchesPerDay);
    expect(new Set(refused.map((one) => one.data.reason))).toEqual(new Set(['too_frequent']));
    expect(await recorded()).toHaveLength(personalDataSearchesPerDay);
    expect(await names(officer, where('contact_mobile', mobile(9)))).toContain('30 次上限');
    const english = await app.client({ officer: 'county1' }, 'en');
    expect(await names(english, where('contact_mobile', mobile(9)))).toContain('30 exact searches');
    expect(await names(officer, where('contact_mobile', '138****0009'))).toEqual(['企业9']);
    const other = await app.client({ officer: 'city' });
    expect(await names(other, where('contact_mobile', mobile(9)))).toEqual(['企业9']);
  });

  test('asking for too much at once asks for nothing', async () => {
    const search = Array.from({ length: personalDataSearchesPerDay + 1 }, (_, n) => ({
      field: 'contact_mobile',
      operator: '=',
      val: mobile(n),
    }));
    expect((await officer.get(`${enterprises}/index`, { search })).code).toBe(0);
    expect(await app.db.rows('select used from exact_search')).toEqual([]);
  });

  test('goes into an export job sealed, and running it again, on another day too, spends no further try', async () => {
    await app.db.query(
      `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address)
       select '连锁' || n, 'J' || n, 'hotel', '王', '1', '王', '13711112222', '530102', '人民路1号' from generate_series(1, 5001) n`,
    );
    const tokens = new URLSearchParams({ batoken: officer.token, 'ba-user-token': 'of-a-member', server: '1' });
    const ordered = await officer.post<{ job_id: number }>(`${enterprises}/export?${tokens}`, {
      format: 'csv',
      ...where('contact_mobile', '13711112222'),
    });
    const { job_id: id } = ordered.data;
    expect(id).toBeGreaterThan(0);
    const job = await app.db.row<{ params: Record<string, unknown> }>('select params from job where id = $1', [id]);
    for (const secret of ['13711112222', officer.token, 'of-a-member'])
      expect(JSON.stringify(job), secret).not.toContain(secret);
    await vi.waitFor(
      async () => expect(await app.db.row('select status from job where id = $1', [id])).toEqual({ status: 'done' }),
      { timeout: 60_000, interval: 200 },
    );
    expect(await app.db.row("select (result->>'rows')::int as rows from job where id = $1", [id])).toEqual({
      rows: 5001,
    });
    await app.db.query(`update reveal_log set createtime = createtime - interval '1 day'`);
    await app.db.query(`update exact_search set used = $1`, [personalDataSearchesPerDay]);
    const caller = await app.officer('county1');
    const again = readStoredExportRequest(
      app.engine,
      enterprise,
      caller,
      job?.params as unknown as StoredExportRequest,
    );
    expect((await writeExportFile(app.engine, caller, again)).rows).toBe(5001);
    const without = await app.officer('reader');
    const shown = readStoredExportRequest(
      app.engine,
      enterprise,
      without,
      job?.params as unknown as StoredExportRequest,
    );
    expect((await writeExportFile(app.engine, without, shown)).rows).toBe(0);
    expect(await recorded()).toHaveLength(1);
  });

  test('cannot be claimed by the client', async () => {
    const search = [{ field: 'contact_mobile', operator: '=', val: mobile(7), exact: true }];
    expect(await names(reader, { search })).toEqual([]);
  });
});
