import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * Whatever calls another server goes through `server/outgoing`: it bounds bytes and time, follows nothing, and judges the
 * address that is connected to. Those named here dial by themselves, by an address that was judged there.
 */
const dials: ReadonlySet<string> = new Set(['server/files/inspect/scan-for-viruses.ts', 'server/message/smtp.ts']);

const calls = [
  /(?<![\w.'])fetch\(/,
  /\bhttps?\s*\.\s*(?:request|get)\(/,
  /\b(?:net|tls)\s*\.\s*(?:connect|createConnection)\(/,
  /from '(?:undici|axios|node-fetch|got|nodemailer|node:http2|node:tls)'/,
];

test('nothing calls another server but by the one way there is', () => {
  const serving = files.filter((file) =>
    /^(?:kernel|server|apps\/.*\.ts$|modules\/(?:[^/]+\/)?(?:server|contract))/.test(file),
  );
  const calling = serving.filter(
    (file) => !file.startsWith('server/outgoing/') && calls.some((one) => one.test(readSource(file))),
  );
  expect(calling.filter((file) => !dials.has(file))).toEqual([]);
  for (const file of dials) expect(readSource(file), file).toContain('resolveAllowed(');
});

test('the test itself sees who calls', () => {
  const seen = (code: string) => calls.some((one) => one.test(code));
  expect(["await fetch('https://x')", 'https.request(url)', 'net.connect({ path })'].map(seen)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['rows(`fetch ${n} from c`)', 'cursor.fetch(10)', "request.headers['sec-fetch-site']"].map(seen)).toEqual([
    false,
    false,
    false,
  ]);
});
