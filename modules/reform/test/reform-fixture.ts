import { expect } from 'vitest';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { Order } from '../contract/correction-order.ts';

export const errorsOf = (answer: WireAnswer) =>
  (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};
export const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};

interface Problem {
  readonly problem: string;
  readonly severity?: string;
  readonly item_id?: number | null;
}

/** An office with two certified officers and a squad leader, and enterprises that it orders to correct problems. */
export class ReformFixture {
  readonly app: TestApp;
  readonly county: Client;
  readonly officers: readonly number[];
  #files = 0;

  constructor(app: TestApp, county: Client, officers: readonly number[]) {
    this.app = app;
    this.county = county;
    this.officers = officers;
  }

  static async start(): Promise<ReformFixture> {
    const app = await startApp();
    for (const [name, value] of [
      ['site.authority', '盘龙区文化和旅游局'],
      ['document.check_address', 'https://wl.example.gov.cn/'],
    ])
      await app.db.query('update system_setting set value = $2 where name = $1', [name, JSON.stringify(value)]);
    await app.engine.settingCache.reload();
    const rows = await app.db.rows<{ id: number }>(sql`
      with a as (
        insert into auth_admin (username, nickname, password, group_arr, area_code)
        select 'reform' || n, '执法员', password, group_arr, area_code from auth_admin, generate_series(1, 2) n
        where username = 'county1' returning id)
      insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
      select a.id, '执法' || a.id, '13888001234', 'YN-R' || a.id, '云南省人民政府', '2099-01-01', array['tourism'], '530102', 20, 'verified'
      from a returning id`);
    const county = await app.client({ officer: 'county1' });
    return new ReformFixture(
      app,
      county,
      rows.map(({ id }) => id),
    );
  }

  agency(): Promise<Agency> {
    return openAgency(this.app);
  }

  /** An officer of the orders, as the account that signs in. */
  officer(): Promise<Client> {
    return this.app.client({ officer: 'reform1' });
  }

  /** An officer of the same office who is neither of the order's nor a squad leader. */
  async stranger(): Promise<Client> {
    await this.app.db.query(sql`
      with g as (
        insert into auth_group (pid, name, rules) select pid, '无复核权', array(select r from unnest(g.rules) r join auth_menu m on m.id = r
          where lower(m.name) <> 'reform/order/lead') from auth_group g join auth_admin a on g.id = a.group_arr[1] where a.username = 'county1' returning id)
      insert into auth_admin (username, nickname, password, group_arr, area_code)
      select 'reform_other', '其他执法员', password, array[g.id], area_code from auth_admin, g where username = 'county1' on conflict do nothing`);
    return this.app.client({ officer: 'reform_other' });
  }

  /** A private picture that an officer uploaded. */
  async picture(username = 'county1'): Promise<string> {
    this.#files += 1;
    const { id } = await this.app.officer(username);
    const url = `/storage/private/reform-${this.#files}.png`;
    await this.app.db.query(sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, admin_id)
      values (${url}, 'p.png', 1, 'image/png', ${url}, ${url}, true, ${id})`);
    return url;
  }

  add(enterprise: { readonly id: number }, problems: readonly Problem[], more: object = {}) {
    return this.county.post<{ id: number }>('/admin/reform.order/add', {
      enterprise_id: enterprise.id,
      source: 'patrol',
      officers: this.officers,
      kind: 'within_term',
      term_days: 15,
      problems: problems.map((one) => ({
        severity: '3',
        law: '《旅游法》第四十一条',
        requirement: '立即改正',
        ...one,
      })),
      ...more,
    });
  }

  move(id: number, name: string, input: object = {}, who: Client = this.county, side: 'admin' | 'api' = 'admin') {
    return who.post<{ row: Order }>(`/${side}/reform.order/${name}`, { id, ...input });
  }

  /** An order that the enterprise has received. */
  async issued(
    enterprise: Agency,
    problems: readonly Problem[] = [{ problem: '未公示许可证' }],
    more: object = {},
  ): Promise<number> {
    const { id } = ok(await this.add(enterprise, problems, more));
    ok(await this.move(id, 'issue', { service: 'electronic', consented: '1' }));
    ok(await this.move(id, 'read', {}, enterprise.owner, 'api'));
    return id;
  }

  async problems(id: number): Promise<number[]> {
    const rows = await this.app.db.rows<{ id: number }>(
      sql`select id from reform_problem where order_id = ${id} order by weigh`,
    );
    return rows.map((one) => one.id);
  }

  /** Pictures of every problem, and the correction handed in. */
  async handIn(enterprise: Agency, id: number): Promise<WireAnswer> {
    for (const problem_id of await this.problems(id)) ok(await this.send(enterprise, problem_id));
    return this.move(id, 'submit', { statement: '已全部改正' }, enterprise.owner, 'api');
  }

  async send(enterprise: Agency, problem_id: number, more: object = {}) {
    return enterprise.owner.post<{ id: number }>('/api/reform.evidence/add', {
      problem_id,
      photos: [await enterprise.paper()],
      ...more,
    });
  }

  async status(id: number): Promise<string> {
    return (await this.row(id)).status;
  }

  async row(id: number): Promise<Order> {
    return ok(await this.county.get<{ row: Order }>('/admin/reform.order/edit', { id })).row;
  }
}
