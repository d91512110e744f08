import { expect, test } from 'vitest';
import { createLog, formatLine, withoutSecretParameters } from '#server/log.ts';

function capture() {
  const lines: string[] = [];
  return { lines, log: createLog({ pretty: false, destination: { write: (line) => void lines.push(line) } }) };
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

test('what is logged is not changed', () => {
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

test('errors of the database lose the row they tell of', () => {
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
