import { expect } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../../test/support/test-engine.ts';

/** The county of officer county1, and its neighbour. */
export const county = '530102';
export const neighbour = '530103';

export const today = shanghaiToday();

/** What an answer holds, which must be no refusal. */
export const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};

/** Errors of a refused call by field. */
export const errorsOf = ({ data }: WireAnswer): Record<string, string[]> =>
  (data as { errors?: Record<string, string[]> } | null)?.errors ?? {};

/** A running product with enterprises, officers and plans to draw from. */
export class DrawFixture {
  readonly app: TestApp;
  readonly admin: Client;
  readonly city: Client;
  readonly nobody: Client;
  #serial = 0;

  private constructor(app: TestApp, clients: { admin: Client; city: Client; nobody: Client }) {
    this.app = app;
    this.admin = clients.admin;
    this.city = clients.city;
    this.nobody = clients.nobody;
  }

  static async start(): Promise<DrawFixture> {
    const app = await startApp();
    return new DrawFixture(app, {
      admin: await app.client({ officer: 'admin' }),
      city: await app.client({ officer: 'city' }),
      nobody: await app.client('nobody'),
    });
  }

  /** Enterprises of a type and area. */
  async enterprises(
    n: number,
    { area = county, type = 'hotel', risk = null as string | null } = {},
  ): Promise<number[]> {
    this.#serial += 1;
    const rows = await this.app.db.rows<{ id: number }>(sql`
      insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status, risk_class)
      select '抽取企业' || ${this.#serial}::int || '-' || n, '91530102MB' || lpad(${this.#serial}::text, 4, '0') || lpad(n::text, 4, '0'), ${type},
        '甲', '13800000001', '乙', '13800000002', ${area}, '路', 'active', ${risk} from generate_series(1, ${n}) n returning id`);
    return rows.map(({ id }) => id);
  }

  /** Verified officers with an account each. */
  async officers(
    n: number,
    { area = county, domains = ['lodging'], until = addDays(today, 400), capacity = 50 } = {},
  ): Promise<number[]> {
    this.#serial += 1;
    const rows = await this.app.db.rows<{ id: number }>(sql`
      with a as (
        insert into auth_admin (username, nickname, password, group_arr, area_code)
        select 'draws' || ${this.#serial}::int || '_' || n, '执法员', password, group_arr, ${area} from auth_admin, generate_series(1, ${n}) n
        where username = 'county1' returning id)
      insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
      select a.id, '执法' || a.id, '13888001234', 'YN-D' || a.id, '云南省人民政府', ${until}::date, ${domains}::text[], ${area}, ${capacity}, 'verified'
      from a returning id`);
    return rows.map(({ id }) => id);
  }

  /** A published plan. */
  async plan({ area = county, types = ['hotel'], count = 5 } = {}): Promise<number> {
    this.#serial += 1;
    const made = await this.app.db.row<{ id: number }>(sql`
      insert into enforcement_plan (name, year, kind, basis, department_id, starts_on, ends_on, ent_types, count, area_code, status)
      select ${`计划${this.#serial}`}, 2026, 'random', '旅游法第八十五条', (select min(id) from auth_department), ${today}::date, ${addDays(today, 90)}::date,
        ${types}::text[], ${count}, ${area}, 'published' returning id`);
    return made?.id ?? 0;
  }

  /** A draw in preparation, a quarter of an hour ahead: ten minutes of it must be left at the commitment. */
  async draft(plan: number, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
    return ok(
      await this.city.post<{ id: number }>('/admin/enforcement.draw/add', {
        plan_id: plan,
        name: '第一次抽取',
        count: 5,
        pairing: 'local',
        draw_at: Math.floor(Date.now() / 1000) + 900,
        witnesses: [{ name: '驻局纪检组' }, { name: '企业代表' }],
        ...more,
      }),
    ).id;
  }

  move(id: number, move: string, input: Readonly<Record<string, unknown>> = {}, who = this.city): Promise<WireAnswer> {
    return who.post(`/admin/enforcement.draw/${move}`, { id, ...input });
  }

  /** A committed draw. */
  async committed(plan: number, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const id = await this.draft(plan, more);
    ok(await this.move(id, 'prepare'));
    ok(await this.move(id, 'commit'));
    return id;
  }

  async witnesses(id: number): Promise<number[]> {
    const rows = await this.app.db.rows<{ id: number }>(
      sql`select id from enforcement_draw_witness where draw_id = ${id} order by weigh, id`,
    );
    return rows.map((one) => one.id);
  }

  /** The code of a witness, shown by one of two officers: neither sees all. */
  async code(id: number, witness: number): Promise<string> {
    const who = (await this.witnesses(id)).indexOf(witness) === 0 ? this.city : this.admin;
    const { address } = ok(await who.post<{ address: string }>('/admin/enforcement.draw/witnessCode', { id, witness }));
    return address.slice(address.indexOf('#') + 1);
  }

  enter(code: string, seed: string): Promise<WireAnswer> {
    return this.nobody.post('/api/enforcement.draw/seed', { code, seed });
  }

  async enterAll(id: number, seeds: readonly string[] = ['骰子 3 5 1 6', '云A12345 号码牌']): Promise<void> {
    for (const [at, witness] of (await this.witnesses(id)).entries())
      ok(await this.enter(await this.code(id, witness), seeds[at] ?? 'another seed'));
  }

  /** Lets a quarter of an hour pass for a draw, and a minute more. */
  async wait(id: number): Promise<void> {
    await this.app.db.query(sql`update enforcement_draw set draw_at = draw_at - interval '16 minutes',
      committed_at = committed_at - interval '16 minutes' where id = ${id}`);
  }

  /** A draw made, with the result not yet published. */
  async drawn(plan: number, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const id = await this.committed(plan, more);
    await this.enterAll(id);
    await this.wait(id);
    ok(await this.move(id, 'open'));
    return id;
  }

  async number(id: number): Promise<string> {
    return (await this.app.db.row<{ no: string }>(sql`select no from enforcement_draw where id = ${id}`))?.no ?? '';
  }
}
