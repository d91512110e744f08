import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf, curlCommandOfCall } from './call-as-url-example-body-and-curl-command.ts';
import type { OpenApiEntry } from './open-api-document.ts';

const entry = (method: string, security?: Record<string, string[]>[]): OpenApiEntry => ({
  method,
  path: '/admin/enterprise.licence/index',
  operation: { operationId: 'x', tags: [], summary: '', responses: {}, ...(security ? { security } : {}) },
});

test('an address holds what was filled in', () => {
  expect(addressOf(entry('get'), { query: { limit: '10', page: '', quick_search: '昆 明' }, body: undefined })).toBe(
    '/admin/enterprise.licence/index?limit=10&quick_search=%E6%98%86+%E6%98%8E',
  );
});

test('curl names the token and does not tell it', () => {
  expect(curlCommandOfCall('https://x', entry('post'), { query: {}, body: '{"a":"it\'s"}' })).toBe(
    [
      `curl -X POST 'https://x/admin/enterprise.licence/index'`,
      `-H 'server: true'`,
      '-H "batoken: $TOKEN"',
      `-H 'content-type: application/json'`,
      `--data '{"a":"it'\\''s"}'`,
    ].join(' \\\n  '),
  );
  expect(curlCommandOfCall('https://x', entry('get', []), { query: {}, body: undefined })).not.toContain('TOKEN');
});

test('whatever is typed reaches the shell as one word', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }).filter((one) => !one.includes('\0')),
      (body) => {
        const written = curlCommandOfCall('https://x', entry('post', []), { query: {}, body });
        const output = execFileSync(
          'sh',
          ['-c', `curl() { printf '%s\\n' "$#"; shift 8; printf '%s' "$1"; }; ${written}`],
          { encoding: 'utf8' },
        );
        const [count, ...rest] = output.split('\n');
        expect([count, rest.join('\n')]).toEqual(['9', body]);
      },
    ),
    { numRuns: 20 },
  );
});
