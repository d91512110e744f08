import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enterpriseForm, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { createCallBudgets, createSharedBudgets } from '#server/limit/call-budgets-per-minute-shared-by-processes.ts';
import { ensureMinuteLasts } from '../support/rate-limit-minute.ts';
import { type Client, startApp, type TestApp, testPassword } from '../support/test-engine.ts';

describe('too many calls', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ config: { rateLimit: 20 } });
  });
  beforeEach(() => ensureMinuteLasts(5));
  afterAll(() => app.close());
  const from = (ip: string) => ({ 'x-forwarded-for': ip });

  test('an account may make a limited number per minute, from any address', async () => {
    const client = await app.client({ officer: 'city' });
    const codes: number[] = [];
    let last: Awaited<ReturnType<Client['get']>> | undefined;
    for (let n = 0; n < 22; n++) {
      last = await client.get('/admin/session/index', '', from(`10.0.0.${n}`));
      codes.push(last.code);
    }
    expect(codes).toEqual([...Array<number>(20).fill(1), 0, 0]);
    expect(last?.msg).toMatch(/^请求过于频繁，请 \d+ 秒后再试$/);
    expect(last?.data).toEqual({ reason: 'too_frequent', retry_after: expect.any(Number) });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    const other = await app.client({ officer: 'county1' });
    expect((await other.get('/admin/session/index', '', from('10.0.0.1'))).code, 'others are not held up').toBe(1);
  });

  test('an address without an account may make a quarter of that, also with made-up tokens', async () => {
    const codes: number[] = [];
    for (let n = 0; n < 7; n++) {
      const guess = await app.client({ token: crypto.randomUUID(), area: 'admin' });
      codes.push((await guess.get('/admin/session/index', '', from('10.1.0.1'))).code);
    }
    expect(codes).toEqual([302, 302, 302, 302, 302, 0, 0]);
    const nobody = await app.client('nobody', 'en');
    const answer = await nobody.get('/api/index/index', '', from('10.1.0.1'));
    expect(answer.msg).toMatch(/^Please do not request frequently\. Try again in \d+ seconds\.$/);
    expect((await nobody.get('/api/index/index', '', from('10.1.0.2'))).code).toBe(1);
  });

  test('a made-up token counts for uploads in pieces as everywhere else', async () => {
    for (const area of ['admin', 'api'] as const) {
      const statuses: number[] = [];
      for (let n = 0; n < 7; n++) {
        const answer = await fetch(`${app.address}/${area}/ajax/resumable`, {
          method: 'POST',
          headers: {
            server: 'true',
            'tus-resumable': '1.0.0',
            'upload-length': '10',
            'x-forwarded-for': `10.3.0.${area.length}`,
            [area === 'admin' ? 'batoken' : 'ba-user-token']: crypto.randomUUID(),
          },
        });
        statuses.push(answer.status);
        if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    }
  });

  test('calls answered by another process count against the limit of an address here', async () => {
    const other = createCallBudgets(createSharedBudgets(app.db, app.log));
    const nobody = await app.client('nobody');
    for (let n = 0; n < 3; n++) await other.take('g 10.4.0.1', 5);
    const codes: number[] = [];
    for (let n = 0; n < 3; n++) codes.push((await nobody.get('/api/index/index', '', from('10.4.0.1'))).code);
    expect(codes).toEqual([1, 1, 0]);
    expect(await other.take('g 10.4.0.1', 5)).toBeUndefined();
  });

  test('the answer says how many calls are left', async () => {
    const nobody = await app.client('nobody');
    const answer = await nobody.get('/api/index/index', '', from('10.2.0.1'));
    expect(answer.headers).toMatchObject({ 'x-rate-limit-limit': '5', 'x-rate-limit-remaining': '4' });
    expect(Number(answer.headers['x-rate-limit-reset'])).toBeGreaterThan(0);
  });
});

describe('repeated calls', () => {
  let app: TestApp;
  let chief: Client;
  beforeAll(async () => {
    app = await startApp();
    await uploadMaterials(app.engine);
    chief = await app.client({ officer: 'admin' });
  });
  afterAll(() => app.close());
  const add = (client: Client, key: string, body = enterpriseForm()) =>
    client.post<{ id: number } | null>('/admin/enterprise.enterprise/add', body, { 'idempotency-key': key });
  const count = async () => (await app.db.row<{ n: number }>('select count(*)::int as n from enterprise'))?.n ?? 0;

  test('with the same key get the answer of the first, and are executed once', async () => {
    const before = await count();
    const form = enterpriseForm();
    const first = await add(chief, 'key-1', form);
    const second = await add(chief, 'key-1', form);
    expect([second.code, second.msg, second.data]).toEqual([first.code, first.msg, first.data]);
    expect(await count()).toBe(before + 1);
  });

  test('also while the first is still running', async () => {
    const before = await count();
    const form = enterpriseForm();
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(chief, 'key-2', form)));
    expect(new Set(answers.map((one) => one.data?.id)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  test('may be repeated after a refusal', async () => {
    const refused = await add(chief, 'key-3', enterpriseForm({ name: '' }));
    expect(refused.code).toBe(0);
    expect((await add(chief, 'key-3')).code).toBe(1);
  });

  test('have keys that belong to a person and a call', async () => {
    const [mine, other] = [await add(chief, 'key-4'), await add(await app.client({ officer: 'city' }), 'key-4')];
    expect([mine.code, other.code]).toEqual([1, 1]);
    expect(mine.data?.id).not.toBe(other.data?.id);
    const edited = await chief.post(
      '/admin/enterprise.enterprise/edit',
      { id: mine.data?.id, short_name: 'x' },
      { 'idempotency-key': 'key-4' },
    );
    expect(edited.data).toBeNull();
  });

  test('are recognised however the URL is written', async () => {
    const form = enterpriseForm();
    const first = await add(chief, 'key-8', form);
    const again = await chief.post<{ id: number }>('/admin/Enterprise%2Fenterprise/ADD', form, {
      'idempotency-key': 'key-8',
    });
    expect([again.code, again.data.id]).toEqual([1, first.data?.id]);
  });

  test('get new answers if these contain secrets, which are not stored', async () => {
    const nobody = await app.client('nobody');
    const signIn = () =>
      nobody.post<{ userInfo: { token: string } }>(
        '/admin/index/login',
        { username: 'admin', password: testPassword, keep: true },
        { 'idempotency-key': 'key-5' },
      );
    const [one, two] = [await signIn(), await signIn()];
    expect(one.data.userInfo.token).not.toBe(two.data.userInfo.token);
    const { data } = await add(chief, 'key-6', enterpriseForm({ legal_mobile: '13811112222' }));
    const revealed = await chief.post<{ row: Record<string, string> }>(
      '/admin/enterprise.enterprise/reveal',
      { id: data?.id, fields: ['legal_mobile'], reason: '核对身份' },
      { 'idempotency-key': 'key-7' },
    );
    expect(revealed.data.row.legal_mobile).toBe('13811112222');
    const stored = JSON.stringify(await app.db.rows('select answer from idempotency'));
    expect(stored).not.toContain(one.data.userInfo.token);
    expect(stored).not.toContain('13811112222');
  });
});
