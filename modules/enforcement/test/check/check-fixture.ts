import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Client, TestApp, WireAnswer } from '../../../../test/support/test-engine.ts';
import { county, DrawFixture, ok } from '../draw/draw-fixture.ts';

/** Where the checked enterprise is registered. */
export const registered = { lng: 102.7, lat: 25.04 } as const;
const ownerName = 'owner of the checked';
const drawn = { strokes: [[100, 100, 300, 120, 500, 90]] } as const;

export const seconds = () => Math.floor(Date.now() / 1000);
const at = (place: { lng: number; lat: number }) => ({ ...place, from: 'device', accuracy: 12 });

/** An officer of a check with account and certificate. */
export interface TestOfficer {
  readonly id: number;
  readonly admin: number;
  readonly cert: string;
  readonly client: Client;
}

/** Everything that a move of the usual life of a check sends. */
export type Step =
  | 'apply'
  | 'approve'
  | 'notify'
  | 'dispatch'
  | 'accept'
  | 'scanIn'
  | 'record'
  | 'answer'
  | 'submit'
  | 'review'
  | 'publish'
  | 'close';
export const usualLife: readonly Step[] = [
  'apply',
  'approve',
  'notify',
  'dispatch',
  'accept',
  'scanIn',
  'record',
  'answer',
  'submit',
  'review',
  'publish',
  'close',
];

/** A running product with officers, published items and an enterprise that is checked. */
export class CheckFixture {
  readonly on: DrawFixture;
  /** Drafts and dispatches. */
  readonly clerk: Client;
  /** Approves and reviews. */
  readonly leader: Client;
  readonly owner: Client;
  readonly enterprise: number;
  readonly items: readonly number[];
  readonly pair: readonly [TestOfficer, TestOfficer];
  #files = 0;

  private constructor(
    on: DrawFixture,
    made: Pick<CheckFixture, 'clerk' | 'leader' | 'owner' | 'enterprise' | 'items'> & { pair: readonly TestOfficer[] },
  ) {
    this.on = on;
    this.clerk = made.clerk;
    this.leader = made.leader;
    this.owner = made.owner;
    this.enterprise = made.enterprise;
    this.items = made.items;
    this.pair = made.pair as [TestOfficer, TestOfficer];
  }

  get app(): TestApp {
    return this.on.app;
  }

  static async start(): Promise<CheckFixture> {
    const on = await DrawFixture.start();
    const { app } = on;
    const enterprise = await addEnterprise(on, ownerName);
    const items = await app.db.rows<{ id: number }>(
      sql`select id from library_check_item where status = 'published' and evidence = 'none' and answer_kind = 'yes_no_na' order by id limit 2`,
    );
    return new CheckFixture(on, {
      clerk: on.city,
      leader: on.admin,
      owner: await app.client({ member: ownerName }),
      enterprise,
      items: items.map(({ id }) => id),
      pair: await makeOfficers(on, 2),
    });
  }

  officers(n: number, until?: string, area?: string): Promise<TestOfficer[]> {
    return makeOfficers(this.on, n, until, area);
  }

  anotherEnterprise(owner: string): Promise<number> {
    return addEnterprise(this.on, owner);
  }

  form(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      source: 'routine',
      basis: '旅游法第八十五条',
      domain: 'lodging',
      department_id: 1,
      object_type: 'enterprise',
      enterprise_id: this.enterprise,
      area_code: county,
      // the day on which the visit ends, which just before midnight is tomorrow
      due_on: shanghaiDateOf(seconds() + 600),
      notify_mode: 'advance',
      window_from: seconds() - 600,
      window_to: seconds() + 600,
      items: this.items.map((item_id) => ({ item_id })),
      officers: this.pair.map(({ id }) => ({ officer_id: id })),
      ...more,
    };
  }

  /** A draft, of an enterprise of its own, because the law limits how often one is checked. */
  async add(more: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer<{ id: number }>> {
    const enterprise_id = more.enterprise_id ?? (await this.anotherEnterprise(ownerName));
    return this.clerk.post('/admin/enforcement.check/add', this.form({ enterprise_id, ...more }));
  }

  move(id: number, name: string, input: object = {}, who: Client = this.clerk): Promise<WireAnswer> {
    return who.post(`/admin/enforcement.check/${name}`, { id, ...input });
  }

  /** What the first officer sends to enter, with the code that a colleague shows in their own session. */
  async scan(id: number, colleague: TestOfficer = this.pair[1]): Promise<Record<string, unknown>> {
    const { code } = ok(await colleague.client.get<{ code: string }>('/admin/enforcement.check/arrivalCode', { id }));
    return { arrival_code: code, evidence_place: at(registered), evidence_at: seconds() };
  }

  signed(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      summary: '经现场检查，未发现违法违规行为。',
      signature_officer: drawn,
      signature_second_officer: drawn,
      signature_object: drawn,
      evidence_at: seconds(),
      ...more,
    };
  }

  async answers(id: number): Promise<number[]> {
    const rows = await this.app.db.rows<{ id: number }>(
      sql`select id from enforcement_check_answer where check_id = ${id} order by weigh, id`,
    );
    return rows.map((one) => one.id);
  }

  answer(id: number, input: object = { answer: 'yes' }, who: Client = this.pair[0].client): Promise<WireAnswer> {
    return who.post('/admin/enforcement.checkAnswer/answer', { id, ...input });
  }

  /** One step of the usual life. */
  async step(id: number, step: Step): Promise<WireAnswer> {
    const [first] = this.pair;
    switch (step) {
      case 'approve':
        return this.move(id, step, {}, this.leader);
      case 'accept':
        return this.move(id, step, {}, first.client);
      case 'scanIn':
        return this.move(id, step, await this.scan(id), first.client);
      case 'record':
        return this.move(id, step, { credentials_shown: '1', party_name: '张经理' }, first.client);
      case 'answer': {
        const all = await this.answers(id);
        for (const one of all.slice(1)) ok(await this.answer(one));
        return this.answer(all[0] ?? 0);
      }
      case 'submit':
        return this.move(id, step, this.signed(), first.client);
      case 'review':
        return this.move(id, step, { result_code: 'no_problem' }, this.leader);
      default:
        return this.move(id, step);
    }
  }

  /** A check after these steps of the usual life. */
  async upTo(last: Step | undefined, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const { id } = ok(await this.add(more));
    if (last) for (const step of usualLife.slice(0, usualLife.indexOf(last) + 1)) ok(await this.step(id, step));
    return id;
  }

  async row(id: number): Promise<Record<string, unknown>> {
    return (await this.app.db.row(sql`select * from enforcement_check where id = ${id}`)) ?? {};
  }

  /** A private picture that the officer uploaded, so many days ago. */
  async picture(who: TestOfficer, days = 0): Promise<string> {
    this.#files += 1;
    const url = `/storage/private/check/${this.#files}.png`;
    await this.app.db.query(sql`
      insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, admin_id, createtime)
      values (${url}, 'picture.png', 1, 'image/png', ${url}, ${url}, true, ${who.admin}, now() - ${days}::int * interval '1 day')`);
    return url;
  }
}

async function addEnterprise(on: DrawFixture, owner: string): Promise<number> {
  const [id = 0] = await on.enterprises(1);
  const member = await on.app.member(owner);
  await on.app.db.query(
    sql`update enterprise set place = point(${registered.lng}, ${registered.lat}) where id = ${id}`,
  );
  await on.app.db.query(sql`insert into enterprise_person (enterprise_id, user_id, name, role, status)
    values (${id}, ${member.id}, '负责人', 'owner', 'active')`);
  return id;
}

async function makeOfficers(on: DrawFixture, n: number, until?: string, area?: string): Promise<TestOfficer[]> {
  const ids = await on.officers(n, {
    ...(until === undefined ? {} : { until }),
    ...(area === undefined ? {} : { area }),
  });
  const rows = await on.app.db.rows<{ id: number; admin: number; cert: string; username: string }>(sql`
    select f.id, f.admin_id as admin, f.cert_no as cert, a.username from library_officer f join auth_admin a on a.id = f.admin_id
    where f.id = any(${ids}::bigint[]) order by f.id`);
  return Promise.all(
    rows.map(async ({ username, ...one }) => ({ ...one, client: await on.app.client({ officer: username }) })),
  );
}
