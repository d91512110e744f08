import { expect } from 'vitest';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { Complaint } from '../contract/complaint.ts';

export const errorsOf = (answer: WireAnswer) =>
  (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};
export const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};

const signature = (name: string) => ({ name });
const facts = '导游在第二天把全团带进翡翠店停留三个小时，不消费不让上车，合同中没有这一项购物安排。';

/** An office that handles complaints, enterprises complained about, and a complainant without an account. */
export class ComplaintFixture {
  readonly app: TestApp;
  readonly clerk: Client;
  readonly anybody: Client;
  #mobiles = 0;

  constructor(app: TestApp, clerk: Client, anybody: Client) {
    this.app = app;
    this.clerk = clerk;
    this.anybody = anybody;
  }

  static async start(): Promise<ComplaintFixture> {
    const app = await startApp();
    return new ComplaintFixture(app, await app.client({ officer: 'county1' }), await app.client('nobody'));
  }

  agency = (): Promise<Agency> => openAgency(this.app);

  newMobile(): string {
    this.#mobiles += 1;
    return `1391234${String(1000 + this.#mobiles)}`;
  }

  /** What a clerk writes down of a complaint by telephone. */
  form(more: object = {}) {
    return {
      channel: 'phone',
      complainant_name: '张三',
      mobile: this.newMobile(),
      people: 1,
      language: 'zh-cn',
      respondent_name: '某旅行社',
      category: 'forced_shopping',
      event_at: Math.floor(Date.now() / 1000) - 86_400,
      event_area: '530102',
      facts,
      filed_on: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
      area_code: '530102',
      demands: [{ kind: 'refund', amount: '800.00' }],
      ...more,
    };
  }

  add = (more: object = {}) => this.clerk.post<{ id: number }>('/admin/complaint.complaint/add', this.form(more));

  move(id: number, name: string, input: object = {}, who: Client = this.clerk, side: 'admin' | 'api' = 'admin') {
    return who.post<{ row: Complaint }>(`/${side}/complaint.complaint/${name}`, { id, ...input });
  }

  row = async (id: number): Promise<Complaint> =>
    ok(await this.clerk.get<{ row: Complaint }>('/admin/complaint.complaint/edit', { id })).row;

  /** The last days of the running clocks, by their names. */
  async clocks(id: number): Promise<Record<string, string>> {
    const rows = await this.app.db.rows<{ clock: string; day: string }>(sql`
      select clock, to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from deadline
      where resource = 'complaint/complaint' and row_id = ${id} and status <> 'done'`);
    return Object.fromEntries(rows.map(({ clock, day }) => [clock, day]));
  }

  /** A complaint about an agency that the agency was notified of. */
  async notified(agency: Agency, more: object = {}): Promise<number> {
    const { id } = ok(await this.add({ respondent_enterprise_id: agency.id, ...more }));
    ok(await this.move(id, 'accept'));
    ok(await this.move(id, 'notify'));
    return id;
  }

  /** A complaint in mediation. */
  async mediating(agency: Agency): Promise<number> {
    const id = await this.notified(agency);
    ok(await this.move(id, 'answer', { answer: '购物店是游客自愿前往的' }, agency.owner, 'api'));
    ok(await this.move(id, 'mediate'));
    return id;
  }

  agreement = {
    agreed_amount: '600.00',
    fulfil_by: '2099-01-01',
    agreement: '旅行社退还购物款六百元',
    signature_complainant: signature('张三'),
    signature_respondent: signature('王一'),
    signature_mediator: signature('李四'),
  };

  /** The ticket of a complainant who entered the code sent to a mobile. */
  async ticket(mobile: string): Promise<string> {
    ok(await this.anybody.post('/api/Sms/send', { mobile, template_code: 'complaint_file' }));
    const sent = this.lastText(mobile);
    const code = /\d{6}/.exec(sent)?.[0] ?? '';
    return ok(await this.anybody.post<{ ticket: string }>('/api/complaint.open/verify', { mobile, code })).ticket;
  }

  lastText(mobile: string): string {
    return this.app.engine.smsSink?.list().find((message) => message.mobile === mobile)?.text ?? '';
  }

  /** The texts queued for a complainant, oldest first. */
  texts = async (id: number): Promise<string[]> => {
    const rows = await this.app.db.rows<{ template_code: string }>(
      sql`select template_code from message_sms where resource = 'complaint/complaint' and row_id = ${id} order by id`,
    );
    return rows.map(({ template_code }) => template_code);
  };
}
