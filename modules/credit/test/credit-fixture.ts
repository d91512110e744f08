import { expect } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { ComplaintFixture } from '#modules/complaint/test/complaint-fixture.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import type { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import { withoutWatch } from '../../../test/support/watch-writes.ts';
import type { CreditEvent } from '../contract/credit-event.ts';
import type { CreditListing } from '../contract/red-or-black-list-entry.ts';
import type { CreditScoreExplanation } from '../contract/score-explanation-and-formula-preview-answers.ts';

export const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
export const errorsOf = (answer: WireAnswer) =>
  (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};

/** Two officers of a county, one above them, one elsewhere, and agencies whose credit they look after. */
export class CreditFixture {
  readonly app: TestApp;
  readonly clerk: Client;
  readonly city: Client;
  readonly elsewhere: Client;
  readonly anybody: Client;
  readonly complaints: ComplaintFixture;

  constructor(app: TestApp, clients: Readonly<Record<'clerk' | 'city' | 'elsewhere' | 'anybody', Client>>) {
    this.app = app;
    this.clerk = clients.clerk;
    this.city = clients.city;
    this.elsewhere = clients.elsewhere;
    this.anybody = clients.anybody;
    this.complaints = new ComplaintFixture(app, clients.clerk, clients.anybody);
  }

  static async start(): Promise<CreditFixture> {
    const app = await startApp();
    for (const [name, value] of [
      ['site.authority', '盘龙区文化和旅游局'],
      ['document.check_address', 'https://wl.example.gov.cn/'],
    ])
      await app.db.query('update system_setting set value = $2 where name = $1', [name, JSON.stringify(value)]);
    await app.engine.settingCache.reload();
    return new CreditFixture(app, {
      clerk: await app.client({ officer: 'county1' }),
      city: await app.client({ officer: 'city' }),
      elsewhere: await app.client({ officer: 'county2' }),
      anybody: await app.client('nobody'),
    });
  }

  agency = (): Promise<Agency> => openAgency(this.app);

  /** A further member of an agency who only reads. */
  async viewer(agency: Agency): Promise<Client> {
    const username = `credit_viewer_${agency.id}`;
    await placePerson(this.app.db, agency.id, await this.app.member(username), 'viewer');
    return this.app.client({ member: username });
  }

  explain = async ({ id }: { readonly id: number }, client = this.clerk, side: 'admin' | 'api' = 'admin') =>
    ok(await client.get<CreditScoreExplanation | null>(`/${side}/credit.score/explain`, { enterprise_id: id }));

  /** The score of an agency, 0 where it has none. */
  scoreOf = async (agency: { readonly id: number }): Promise<number> => (await this.explain(agency))?.score ?? 0;

  events = async (agency: { readonly id: number }): Promise<CreditEvent[]> => {
    const search = [{ field: 'enterprise_id', operator: '=', val: agency.id }];
    return ok(await this.clerk.get<{ list: CreditEvent[] }>('/admin/credit.event/index', { search, limit: 100 })).list;
  };

  /** A complaint about an agency, closed with its responsibility. */
  async confirmedComplaint(agency: Agency, responsibility = 'respondent'): Promise<number> {
    const { complaints } = this;
    const id = await complaints.mediating(agency);
    ok(await complaints.move(id, 'agree', complaints.agreement));
    ok(await complaints.move(id, 'fulfil', { paid_amount: '600.00', fulfilled_on: '2026-11-01' }));
    ok(await complaints.move(id, 'close', { responsibility, result: '已退款，双方无异议' }));
    return id;
  }

  /** Enters a penalty or a commendation by document. */
  enter = (agency: { readonly id: number }, more: object = {}) =>
    this.clerk.post<{ id: number }>('/admin/credit.event/add', {
      enterprise_id: agency.id,
      kind: 'penalty',
      facts: '未与旅游者签订书面合同，罚款两万元',
      document_no: '盘文旅罚字〔2026〕12号',
      happened_on: addDays(shanghaiToday(), -60),
      ...more,
    });

  listingForm = (agency: { readonly id: number }, more: object = {}) => ({
    list: 'minor',
    enterprise_id: agency.id,
    subject: 'enterprise',
    reason: '一年内两次未与旅游者签订书面合同，受到行政处罚',
    measures: ['more_checks', 'no_reward'],
    ground: 'case',
    basis_no: '盘文旅罚字〔2026〕12号',
    basis_authority: '盘龙区文化和旅游局',
    basis_on: addDays(shanghaiToday(), -60),
    ...more,
  });

  addListing = (agency: { readonly id: number }, more: object = {}) =>
    this.clerk.post<{ id: number }>('/admin/credit.listing/add', this.listingForm(agency, more));

  moveListing = (id: number, name: string, input: object = {}, who = this.city, side: 'admin' | 'api' = 'admin') =>
    who.post<{ row: CreditListing }>(`/${side}/credit.listing/${name}`, { id, ...input });

  /** A published listing of an agency that waived its statement. */
  async published(agency: Agency, more: object = {}): Promise<number> {
    const { id } = ok(await this.addListing(agency, more));
    ok(await this.moveListing(id, 'notify', {}, this.clerk));
    ok(await this.moveListing(id, 'waive', {}, agency.owner, 'api'));
    ok(await this.moveListing(id, 'decide', { opinion: '事实清楚、证据充分，予以列入' }));
    ok(await this.moveListing(id, 'publish'));
    return id;
  }

  listing = async (id: number): Promise<CreditListing> =>
    ok(await this.clerk.get<{ row: CreditListing }>('/admin/credit.listing/edit', { id })).row;

  /** What everybody reads of an agency. */
  publicListings = async ({ name }: { readonly name: string }, client = this.anybody) => {
    const search = [{ field: 'name', operator: 'LIKE', val: name }];
    return ok(await client.get<{ list: Record<string, unknown>[] }>('/api/credit.listing/published', { search })).list;
  };

  applyForRepair = async (agency: Agency, listing_id: number) =>
    agency.owner.post<{ id: number }>('/api/credit.repair/add', {
      listing_id,
      statement: '已补签全部旅游合同，退还多收费用，并组织全员学习合同管理规定。',
      commitment: await agency.paper(),
      evidence: [await agency.paper()],
      training: '2026年11月参加信用培训8学时',
    });

  /** Changes rows directly, as time would. */
  set = (query: ReturnType<typeof sql>) => withoutWatch(this.app.db, (tx) => tx.query(query));
}
