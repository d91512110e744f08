import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import {
  arrivalCodeAt,
  arrivalSecretSource,
} from '#modules/enforcement/contract/check/officer-arrival-one-time-code.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import {
  type Operation,
  type OperationContents,
  type OperationKind,
  operationFormatVersion,
} from '../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack, CheckPacksAnswer } from '../contract/offline-check-pack-format.ts';
import { uuidV7 } from '../contract/uuid-v7.ts';

export const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};

/** A point of the premises that every check of the fixture is at, with the digits of a real receiver. */
export const premises = { lng: 102.712251, lat: 25.040609 };

/** A phone of an officer that is signed in. */
export class Phone {
  readonly client: Client;
  readonly device: string;
  readonly secret: string;
  readonly #seq = new Map<number, number>();
  readonly #versions = new Map<number, { readonly version: number; readonly fetch?: number }>();

  constructor(client: Client, { device, secret }: { device: string; secret: string }) {
    this.client = client;
    this.device = device;
    this.secret = secret;
  }

  async fetch(retained: readonly number[] = []): Promise<CheckPacksAnswer> {
    const answer = ok(
      await this.client.post<CheckPacksAnswer>('/admin/field.kit/pack', { device: this.device, retained }),
    );
    for (const { id, version, fetch, last_seq } of answer.checks) {
      this.#versions.set(id, { version, ...(fetch === undefined ? {} : { fetch }) });
      this.#seq.set(id, last_seq);
    }
    return answer;
  }

  /** Records an operation as a phone would. */
  make<K extends OperationKind>(
    check: number,
    kind: K,
    content: OperationContents[K],
    more: Partial<Operation> = {},
  ): Operation {
    const seq = (this.#seq.get(check) ?? 0) + 1;
    this.#seq.set(check, seq);
    const at = Date.now();
    const jitter = Math.random() / 10_000;
    return {
      format: operationFormatVersion,
      id: uuidV7(),
      check,
      seq,
      ...(this.#versions.get(check) ?? { version: 0 }),
      kind,
      at,
      monotonic: performance.now(),
      run: 'test',
      place: { lng: premises.lng + jitter, lat: premises.lat, accuracy: 12, at },
      content,
      ...more,
    } as Operation;
  }

  send(operations: readonly unknown[], sent_at = Date.now()) {
    return this.client.post<{
      results: { id: string; outcome: string; reason: string | null; message: string | null; flags: string[] }[];
      pending: string | null;
    }>('/admin/field.kit/sync', { device: this.device, sent_at, operations });
  }

  async sync(...operations: readonly Operation[]) {
    return ok(await this.send(operations));
  }

  /** Uploads a picture of these bytes. */
  async picture(bytes: Buffer = jpeg()): Promise<OperationContents['refuse']['pictures'][number]> {
    const part = (head: string) => `--cut\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${part('name="private"')}1\r\n${part('name="file"; filename="picture.jpg"')}`),
      bytes,
      Buffer.from('\r\n--cut--\r\n'),
    ]);
    const type = { 'content-type': 'multipart/form-data; boundary=cut' };
    ok(await this.client.post('/admin/ajax/upload', body, type));
    return pictureOf(bytes);
  }
}

/** How an operation names a picture. */
export const pictureOf = (bytes: Buffer) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  original: '0'.repeat(64),
  captured_at: Date.now(),
  size: bytes.length,
});

/** A JPEG of one pixel, with a comment that makes it another file each time. */
export function jpeg(): Buffer {
  const comment = Buffer.from(randomUUID());
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe]), length, comment, pixel.subarray(2)]);
}

const pixel = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
  'base64',
);

/** A running product with dispatched checks. */
export class FieldFixture {
  readonly app: TestApp;
  #serial = 0;

  private constructor(app: TestApp) {
    this.app = app;
  }

  static async start(): Promise<FieldFixture> {
    return new FieldFixture(await startApp());
  }

  /** Two verified officers with an account each. */
  async officers(): Promise<readonly { officer: number; username: string; cert: string }[]> {
    this.#serial += 1;
    const rows = await this.app.db.rows<{ id: number; username: string; cert: string }>(sql`
      with a as (
        insert into auth_admin (username, nickname, password, group_arr, area_code)
        select ${`field${this.#serial}_`} || n, '执法员', password, group_arr, '530102' from auth_admin, generate_series(1, 2) n
        where username = 'admin' returning id, username)
      insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
      select a.id, '执法' || a.id, '13888001234', 'YN-F' || a.id, '云南省人民政府', ${addDays(shanghaiToday(), 400)}::date, '{lodging}', '530102', 50, 'verified'
      from a returning id, cert_no as cert, (select username from a where a.id = admin_id) as username`);
    return rows.map(({ id, username, cert }) => ({ officer: id, username, cert }));
  }

  async phone(username: string): Promise<Phone> {
    const client = await this.app.client({ officer: username });
    return new Phone(client, ok(await client.post('/admin/field.kit/register', { name: '测试手机' })));
  }

  /** A dispatched check of a new hotel by these officers, with published items; the last one needs a picture. */
  async check(officers: readonly { officer: number }[], items = 3): Promise<{ check: number; items: number[] }> {
    const { db } = this.app;
    this.#serial += 1;
    const serial = this.#serial;
    const made = await db.row<{ id: number }>(sql`
      with e as (
        insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, status)
        values (${`外勤企业${serial}`}, ${`91530102MF${String(serial).padStart(8, '0')}`}, 'hotel', '甲', '13800000001', '乙', '13800000002', '530102', '路',
          ${`(${premises.lng},${premises.lat})`}::point, 'active') returning id, name)
      insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
        direct_reason, window_from, window_to, approved_at, status)
      select 'routine', '旅游法第八十五条', 'lodging', (select min(id) from auth_department), 'enterprise', e.id, e.name, '530102',
        ${addDays(shanghaiToday(), 10)}::date, 'direct', 'evidence', now() - interval '2 hours', now() + interval '8 hours', now(), 'dispatched' from e returning id`);
    const check = made?.id ?? 0;
    const rows = await db.rows<{ id: number }>(sql`
      insert into library_check_item (code, name, kinds, category, content, methods, evidence, answer_kind, severity, revision, effective_from, status)
      select ${`WQ${String(serial).padStart(4, '0')}-`} || n, '事项' || n, '{hotel}', 'general', '查看', '{site}', case when n = ${items}::int then 'photo' else 'none' end,
        'yes_no_na', '3', 1, '2020-01-01', 'published' from generate_series(1, ${items}::int) n returning id`);
    const ids = rows.map(({ id }) => id);
    await db.query(sql`insert into enforcement_check_answer (check_id, item_id, weigh)
      select ${check}, i.id, i.n from unnest(${ids}::bigint[]) with ordinality i(id, n)`);
    await db.query(sql`insert into enforcement_check_officer (check_id, officer_id, lead, cert_no, weigh)
      select ${check}, o.id, o.n = 1, r.cert_no, o.n from unnest(${officers.map(({ officer }) => officer)}::bigint[]) with ordinality o(id, n)
        join library_officer r on r.id = o.id`);
    return { check, items: ids };
  }

  /** The arrival code that an officer’s phone shows at a moment (unix ms). */
  arrivalCode = (check: number, officer: number, at = Date.now()): Promise<string> =>
    arrivalCodeAt(this.app.engine.seal.hash(arrivalSecretSource(check, officer)), Math.floor(at / 1000));

  async state(check: number): Promise<string | undefined> {
    return (await this.app.db.row<{ status: string }>(sql`select status from enforcement_check where id = ${check}`))
      ?.status;
  }

  close = (): Promise<void> => this.app.close();
}

export type { CheckPack };
