import { expect, test, vi } from 'vitest';
import { createLog, withoutSecretParameters } from '#server/log.ts';
import { formatLine } from '#server/log-line.ts';

function capture(pretty = false) {
  const lines: string[] = [];
  return { lines, log: createLog({ pretty, destination: { write: (line) => void lines.push(line) } }) };
}

test('secrets do not reach the log, however deep and however written', () => {
  const { lines, log } = capture();
  log.info({
    password: 'hunter2',
    body: { refresh_token: 'hunter2', rows: [{ 'Set-Cookie': 'hunter2', oldPassword: 'hunter2', name: '张三' }] },
    headers: { Authorization: 'hunter2', batoken: 'hunter2' },
  });
  log.child({ token: 'hunter2' }).warn('child');
  expect(lines.join('')).not.toContain('hunter2');
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'info', body: { rows: [{ name: '张三' }] } });
});

test('logging does not change its argument', () => {
  const entry = { password: 'hunter2' };
  capture().log.info(entry);
  expect(entry.password).toBe('hunter2');
});

test('requests are logged without headers and without secret parameters', () => {
  const { lines, log } = capture();
  log.info(
    { req: { method: 'GET', url: '/admin/x?batoken=hunter2&page=2', ip: '::1', headers: { a: 'hunter2' } } },
    'request',
  );
  expect(JSON.parse(lines[0]!)).toMatchObject({
    req: { method: 'GET', url: '/admin/x?batoken=[secret]&page=2', ip: '::1' },
  });
  expect(lines[0]).not.toContain('hunter2');
});

test('addresses keep everything else', () => {
  expect(withoutSecretParameters('/a')).toBe('/a');
  expect(withoutSecretParameters('/a?x=1&b%61token=2&%zz=3')).toBe('/a?x=1&b%61token=[secret]&%zz=3');
  expect(
    withoutSecretParameters('/a?search[0][field]=id_no&search%5B0%5D%5Bval%5D=530102&quick_search=%E5%BC%A0'),
  ).toBe('/a?search[0][field]=id_no&search%5B0%5D%5Bval%5D=[secret]&quick_search=[secret]');
  expect(withoutSecretParameters('/a?any[0][1][field]=id_no&any[0][1][val]=530102')).toBe(
    '/a?any[0][1][field]=id_no&any[0][1][val]=[secret]',
  );
});

test('circles end', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => capture().log.info({ circle })).not.toThrow();
});

test('errors keep their stack', () => {
  const { lines, log } = capture();
  log.error(new Error('broken'), 'failed');
  expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'failed', err: { message: 'broken' } });
});

test('errors of the database are logged without the row', () => {
  const { lines, log } = capture();
  const error = Object.assign(new Error('null value in column'), {
    code: '23502',
    detail: 'Failing row contains (hunter2).',
    where: 'hunter2',
  });
  log.error({ err: error }, 'failed');
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { message: 'null value in column', code: '23502', stack: expect.any(String) },
  });
  expect(lines[0]).not.toContain('hunter2');
});

test('people get one line', () => {
  const line = formatLine('{"level":"warn","time":"2026-11-21T00:00:00Z","reqId":"r1","msg":"slow","n":3}', false);
  expect(line).toMatch(/^\d\d:\d\d:\d\d WARN slow {2}reqId=r1 n=3$/);
});

/** Foreign text that tries to forge a line, set colours and reverse text. */
const forged = 'x\r\n08:50:00 FATAL forged\u001b[31m\u009b2J\u0000\u2028\u2029\u202e\u2066\u200b\ud800\u007f';
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

test.each([false, true])(
  'one event is one line that steers no terminal, wherever its text stands (pretty: %s)',
  (pretty) => {
    const { lines, log } = capture(pretty);
    log.warn({ page: forged, list: [forged], deep: { [forged]: forged }, [`a":1,"level":"${forged}`]: 1 }, forged);
    log.warn({ req: { method: 'GET', url: `/${forged}?${forged}`, ip: forged }, err: forged }, 'request');
    log.child({ reqId: forged }).warn(`%s ${forged}`, forged);
    log.warn({ err: { message: forged, stack: `${forged}\n    at forged` } }, 'not an error of ours');
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const written = line.slice(0, -1);
      // a text logged as an error follows the line, as a stack would
      for (const part of pretty ? written.split('\n') : [written]) expect(part).not.toMatch(unsafe);
      expect(written.split('\n').length).toBeLessThanOrEqual(pretty ? 2 : 1);
      expect(written).not.toMatch(/^\d\d:\d\d:\d\d FATAL/m);
      if (!pretty) expect(JSON.parse(line)).toMatchObject({ level: 'warn' });
    }
  },
);

test('an error is followed by our stack frames, and never by foreign text from its message', () => {
  const { lines, log } = capture(true);
  const hostile = 'invalid input syntax: "\n    at forged (evil.js:1:1)\n08:50:00 FATAL forged\u001b[0m"';
  log.error({ err: new Error(hostile, { cause: new TypeError(hostile) }) }, 'fault');
  log.error({ err: new AggregateError([new Error(hostile)], hostile) }, 'fault');
  const rewritten = Object.assign(new Error('short'), { message: hostile });
  log.error({ err: rewritten }, 'fault');
  for (const below of lines.flatMap((line) => line.trimEnd().split('\n').slice(1))) {
    expect(below).toMatch(/^(Error|TypeError|AggregateError): invalid|^ {2}caused by:$|^ {4}at /);
    expect(below).not.toMatch(/^ {4}at forged/);
    expect(below).not.toMatch(unsafe);
  }
  expect(lines[0]).toContain('caused by:');
  expect(lines[0]).toMatch(/\n {4}at .*log\.test\.ts/);
});

test('long lines are shortened and stay JSON', () => {
  const { lines, log } = capture();
  const long = '行'.repeat(100_000);
  log.warn({ page: long, rows: Array.from({ length: 200 }, () => long) }, long);
  log.warn({ page: long }, long);
  for (const line of lines) expect(line.length).toBeLessThan(33_000);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', left_out: expect.any(Number) });
  expect(JSON.parse(lines[1] ?? '').page).toBe(`${'行'.repeat(2000)}…(+98000)`);
});

test('a message is written a limited number of times a minute, and then counted', () => {
  vi.useFakeTimers();
  try {
    const { lines, log } = capture();
    for (let n = 0; n < 1000; n++) log.warn({ n }, 'page problem');
    expect(lines).toHaveLength(300);
    log.warn('something else');
    log.fatal('page problem');
    expect(lines).toHaveLength(302);
    vi.advanceTimersByTime(61_000);
    expect(JSON.parse(lines[302] ?? '')).toMatchObject({
      msg: 'lines left out of the log',
      of: 'page problem',
      count: 700,
    });
    log.warn('page problem');
    expect(lines).toHaveLength(304);
  } finally {
    vi.useRealTimers();
  }
});

test('foreign names and values cannot forge others', () => {
  const { lines, log } = capture(true);
  log.warn({ page: 'a actor=1 "level"="error"', actor: 0 }, 'page problem');
  expect(lines[0]).toMatch(/ {2}page="a actor=1 \\"level\\"=\\"error\\"" actor=0\n$/);
});
