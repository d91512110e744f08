import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { drive, type Side } from '../support/drive.ts';
import { prefecture } from '../support/load-enterprises.ts';
import { median } from '../support/measure.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';
import { benchSource } from './load-teams.ts';

/** Plates per batch, the maximum. */
const batch = 1000;
const plates = Array.from({ length: batch }, (_, at) => `云A${String(at).padStart(5, '0')}`);

/** Batches of a camera, and the same rows for `copy`. */
export async function feedSides({ db, product, bare }: MeasuredServers): Promise<{ ours: Side; theirs: Side }> {
  const key = randomBytes(24).toString('hex');
  const source = await db.row<{ id: number }>(
    `insert into enforcement_source (name, key, open, area_code) values ($1, $2, true, $3) returning id`,
    [benchSource, await hashPassword(key), prefecture],
  );
  // each batch has seconds of its own: nothing is sent twice, and everything is within the last day
  let sent = 0;
  const started = Math.floor(Date.now() / 1000) - 20 * 3600;
  const rows = () => {
    const at = started + sent++ / 100;
    return plates.map((plate) => ({ plate, at, spot: '收费站入口' }));
  };
  const headers = 'server: 1\r\naccept: application/json\r\nthink-lang: zh-cn\r\n';
  return {
    ours: {
      port: product.port,
      headers,
      next: () => ({
        method: 'POST',
        path: '/api/enforcement.readings/captures',
        body: JSON.stringify({ source: source?.id, key, rows: rows() }),
      }),
      check(data) {
        if ((data as { stored?: number }).stored !== batch) throw new Error('not all of a batch were stored');
      },
    },
    theirs: {
      port: bare.port,
      headers: '',
      next: () => ({ method: 'POST', path: '/copy', body: JSON.stringify({ source: source?.id, rows: rows() }) }),
      check: () => {},
    },
  };
}

/** The feeds of the board of teams, as the wall screen requests them. */
const panels = ['itinerary', 'source', 'history', 'vehicle'] as const;
/** Milliseconds that one of them may take. */
const longest = 30;
/** Tables with millions of rows, which no panel may scan. */
const large = [
  'travel_itinerary',
  'travel_itinerary_stop',
  'travel_tourist',
  'travel_team_source',
  'enforcement_capture',
];

/** How long each panel takes, one call after the other, and whether it scanned a large table. */
export async function measurePanels({ db, product, headers }: MeasuredServers): Promise<Finding[]> {
  const scans = async () => {
    // each connection counts its scans and reports them within a second
    await new Promise((done) => setTimeout(done, 1500));
    const row = await db.row<{ n: number }>(
      `select coalesce(sum(s.seq_scan), 0)::int as n from pg_stat_user_tables s
        where s.relname = any($1) or exists (select from pg_inherits i where i.inhrelid = s.relid and i.inhparent::regclass::text = any($1))`,
      [large],
    );
    return row?.n ?? 0;
  };
  const findings: Finding[] = [];
  for (const panel of panels) {
    const side: Side = {
      port: product.port,
      headers,
      next: () => ({ method: 'GET', path: `/admin/screen.${panel}/index` }),
      check(data) {
        if ((data as { state?: string }).state !== 'ok') throw new Error(`${panel} shows nothing`);
      },
    };
    await drive(side, 1, 1500);
    const before = await scans();
    const { latencies } = await drive(side, 1, 3000);
    // scans by cron jobs meanwhile are not the panel's
    const read = Math.round(((await scans()) - before) / latencies.length);
    const [took, p95] = [median([...latencies]), latencies[Math.floor(latencies.length * 0.95)] ?? Number.NaN];
    findings.push({
      name: `travel-panel-${panel}`,
      title: `panel of the wall: ${panel}`,
      seen: `${took.toFixed(1)} ms, p95 ${p95.toFixed(1)} (≤ ${longest}), ${read} scans of large tables each`,
      met: took <= longest && read === 0,
      values: { took, p95, scans: read },
    });
  }
  return findings;
}
