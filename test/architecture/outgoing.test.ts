import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * All calls to other servers go through `server/outgoing`: it limits size and time, follows no redirects, and checks
 * the address it connects to. The files named here connect by themselves, to an address that was checked there.
 */
const dials: ReadonlySet<string> = new Set([
  'server/files/inspect/scan-for-viruses.ts',
  'server/message/send-email-to-mail-server.ts',
]);

const calls = [
  /(?<![\w.'])fetch\(/,
  /\bhttps?\s*\.\s*(?:request|get)\(/,
  /\b(?:net|tls)\s*\.\s*(?:connect|createConnection)\(/,
  /from '(?:undici|axios|node-fetch|got|nodemailer|node:http2|node:tls)'/,
];

test('other servers are called only through server/outgoing', () => {
  const serving = files.filter((file) =>
    /^(?:kernel|server|apps\/.*\.ts$|modules\/(?:[^/]+\/)?(?:server|contract))/.test(file),
  );
  const calling = serving.filter(
    (file) => !file.startsWith('server/outgoing/') && calls.some((one) => one.test(readSource(file))),
  );
  expect(calling.filter((file) => !dials.has(file))).toEqual([]);
  for (const file of dials) expect(readSource(file), file).toContain('resolveAllowedAddress(');
});

test('the check finds calls', () => {
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
