import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';

/** Single-use tickets that open a rental platform. */
let app: TestApp;
let chief: Client;
let county: Client;
let platform: number;
const secret = 'forty characters that two servers share.';
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  county = await app.client({ officer: 'county1' });
  const made = await add({});
  expect(made.code, made.msg).toBe(1);
  platform = made.data.id;
});
afterAll(() => app.close());

const add = (more: object) =>
  chief.post<{ id: number }>('/admin/rental.provider/add', {
    name: '滇行租车',
    base_url: 'https://car.example.com/hire?from=xj',
    ticket_secret: secret,
    status: 'enabled',
    ...more,
  });
const errorsOf = (answer: WireAnswer) => Object.keys((answer.data as { errors?: object } | null)?.errors ?? {});
const requestTicket = (who: Client, provider = platform) =>
  who.post<{ url: string; origin: string; reason?: string }>('/admin/cariframe/ticket', { provider });
const ticketOf = async (who: Client) => new URL((await requestTicket(who)).data.url).searchParams.get('ticket') ?? '';
const redeem = async (ticket: string) =>
  (await app.client('nobody')).post<{ admin?: string; reason?: string }>('/api/rental.ticket/redeem', { ticket });

describe('a platform', () => {
  test('is reached over TLS, has a URL, and shares a long secret that nobody can read again', async () => {
    expect(errorsOf(await add({ base_url: 'http://car.example.com' }))).toEqual(['base_url']);
    expect(errorsOf(await add({ origin: 'https://car.example.com/hire' }))).toEqual(['origin']);
    expect(errorsOf(await add({ ticket_secret: 'short' }))).toEqual(['ticket_secret']);
    expect(errorsOf(await add({ ticket_secret: undefined }))).toEqual(['ticket_secret']);
    const { row } = (await chief.get<{ row: Record<string, unknown> }>('/admin/rental.provider/edit', { id: platform }))
      .data;
    expect(row).toMatchObject({ origin: 'https://car.example.com' });
    const stored = await app.db.row<{ ticket_secret: string }>(
      sql`select ticket_secret from rental_provider where id = ${platform}`,
    );
    expect(JSON.stringify(row)).not.toContain(stored?.ticket_secret);
    expect(stored?.ticket_secret).not.toContain(secret);
    const recorded = await app.db.rows(sql`select * from history where resource = 'rental/provider'`);
    expect(JSON.stringify(recorded)).not.toContain(secret);
    const renamed = await chief.post('/admin/rental.provider/edit', {
      id: platform,
      name: '滇行用车',
      ticket_secret: '',
    });
    expect(renamed.code, renamed.msg).toBe(1);
    expect(await app.db.row(sql`select ticket_secret from rental_provider where id = ${platform}`)).toEqual(stored);
  });

  test('that is unknown or disabled has no page', async () => {
    const { data } = await add({ status: 'disabled', name: '停用平台' });
    for (const id of [data.id, 999_999])
      expect([(await requestTicket(chief, id)).code, (await requestTicket(chief, id)).data.reason]).toEqual([
        0,
        'unknown_provider',
      ]);
  });
});

describe('a ticket', () => {
  test('identifies the visitor by a name that only this platform knows, without other data', async () => {
    const { url, origin } = (await requestTicket(county)).data;
    expect(origin).toBe('https://car.example.com');
    expect(new URL(url).searchParams.get('from')).toBe('xj');
    const [payload = '', signature] = (new URL(url).searchParams.get('ticket') ?? '').split('.');
    expect(createHmac('sha256', secret).update(payload).digest('base64url')).toBe(signature);
    const recorded = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    expect(Object.keys(recorded).sort()).toEqual(['admin', 'nonce', 'provider', 'until']);
    const { id } = await app.officer('county1');
    expect(recorded.admin).toBe(createHmac('sha256', secret).update(`admin ${id}`).digest('base64url'));
    expect(Number(recorded.until) - Date.now() / 1000).toBeLessThanOrEqual(60);
  });

  test('is valid once, however many calls use it simultaneously', async () => {
    const ticket = await ticketOf(county);
    const inAddress = await (await app.client('nobody')).post(`/api/rental.ticket/redeem?ticket=${ticket}`, {});
    expect(errorsOf(inAddress)).toEqual(['ticket']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(ticket)));
    const good = answers.filter(({ code }) => code === 1);
    expect(good).toHaveLength(1);
    expect(good[0]?.data.admin).toMatch(/^[\w-]{43}$/);
    expect((await redeem(ticket)).msg).toBe('链接无效或已使用');
  });

  test('that is forged, changed or expired is refused', async () => {
    const ticket = await ticketOf(county);
    const [payload = '', signature = ''] = ticket.split('.');
    const other = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), until: 4_000_000_000 }),
    ).toString('base64url');
    for (const wrong of [
      '',
      '.',
      payload,
      `${other}.${signature}`,
      `${payload}.${signature}x`,
      `${payload}.`,
      'x'.repeat(2000),
    ])
      expect((await redeem(wrong)).code, wrong.slice(0, 20)).toBe(0);
    await app.db.query(sql`update one_time_ticket set expires_at = now()`);
    expect((await redeem(ticket)).code).toBe(0);
  });

  test('requires the permission for the page', async () => {
    expect((await requestTicket(await app.client('nobody'))).code).not.toBe(1);
  });
});

test('a message from another origin is logged', async () => {
  const answer = await county.post('/admin/cariframe/ignored', {
    provider: platform,
    origin: 'https://evil.example',
    why: 'origin',
  });
  expect(answer.code).toBe(1);
  const noted = await app.db.rows<{ data: unknown }>(sql`select * from auth_admin_log where title like '%忽略%'`);
  expect(JSON.stringify(noted)).toContain('evil.example');
});
