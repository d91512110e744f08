import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Options } from '../options.ts';
import { drive, type Side } from '../support/drive.ts';
import { median } from '../support/measure.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';
import { addActiveApplication } from './active-application.ts';

/** Least rate of signed calls, as a share of the rate of the same read by an officer. */
const leastShare = 0.8;
const query = 'limit=10';
const path = '/open/v1/enterprise/enterprise';
const hashOfEmptyBody = createHash('sha256').update('').digest('hex');

/** The same page of a list by an application that signs each call, and by an officer: slices take turns. */
export async function measureSignedCalls(servers: MeasuredServers, options: Options): Promise<Finding> {
  const { appKey, secret } = await addActiveApplication(servers, '签名读取');
  const sign = (): string => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(12).toString('hex');
    const written = ['GET', path, query, hashOfEmptyBody, timestamp, nonce].join('\n');
    const signature = createHmac('sha256', secret).update(written).digest('hex');
    return `x-app-key: ${appKey}\r\nx-timestamp: ${timestamp}\r\nx-nonce: ${nonce}\r\nx-sign: ${signature}\r\n`;
  };
  const isPage = (rows: unknown) => {
    if (!Array.isArray(rows) || rows.length !== 10) throw new Error('not the page that was due');
  };
  const signed: Side = {
    port: servers.product.port,
    headers: 'accept: application/json\r\n',
    next: () => ({ method: 'GET', path: `${path}?${query}`, headers: sign() }),
    check: isPage,
    begins: Buffer.from('{"data":['),
  };
  const officer: Side = {
    port: servers.product.port,
    headers: servers.headers,
    next: () => ({ method: 'GET', path: `/admin/enterprise.enterprise/index?${query}` }),
    check: (data) => isPage((data as { list?: unknown }).list),
  };
  const rates: { signed: number[]; officer: number[] } = { signed: [], officer: [] };
  // the first slice of each warms up
  for (let round = 0; round <= options.rounds; round++)
    for (const [name, side] of [
      ['signed', signed],
      ['officer', officer],
    ] as const) {
      const { done, seconds } = await drive(side, options.connections, options.slice);
      if (round > 0) rates[name].push(done / seconds);
    }
  const [bySignature, bySession] = [median(rates.signed), median(rates.officer)];
  const share = bySignature / bySession;
  return {
    name: 'signed',
    title: 'the same page by a signed call and by an officer',
    seen: `${bySignature.toFixed(0)} and ${bySession.toFixed(0)} calls/s, ${share.toFixed(2)} (≥ ${leastShare})`,
    met: share >= leastShare,
    values: { signed: bySignature, officer: bySession, share },
  };
}
