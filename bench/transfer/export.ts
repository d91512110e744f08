import { setTimeout as sleep } from 'node:timers/promises';
import { checkPage } from '../support/comparison.ts';
import { drive } from '../support/drive.ts';
import { median } from '../support/measure.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';

const api = '/admin/enterprise.enterprise';
const mega = 2 ** 20;
/**
 * Maximum growth of the server's memory during an export, in MB, and how long 100,000 rows may take without other load.
 */
const target = { megabytes: 60, seconds: 5, ratio: 0.8 };
/** Number of exports and bare sheets, in turn. */
const turns = 3;
const most = 100_000;

interface Job {
  id: number;
  status: string;
  result?: { rows?: number; url?: string } | null;
  error?: unknown;
}

/**
 * Exports up to 100,000 rows to .xlsx, alone and then while two callers read lists: how long it takes, how far the
 * memory of the server's process grows, and how long the lists take meanwhile. A bare writer of the same rows takes
 * turns with the exports that run alone; a .csv is written once.
 */
export async function measureExport({ db, product, bare, headers }: MeasuredServers): Promise<Finding> {
  const last = await db.row<{ id: number }>('select id from enterprise order by id offset $1 limit 1', [most - 1]);
  const search = last ? [{ field: 'id', operator: '<=', val: String(last.id) }] : [];
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...readHeaders(headers), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { code: number; data: T };
    if (answer.code !== 1) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const lists = {
    port: product.port,
    headers,
    next: () => ({ method: 'GET' as const, path: `${api}/index?limit=20` }),
    check: (data: unknown) => checkPage(data, { rows: 20, total: true }),
  };
  /** One export from its call to its file: seconds, and the peak of the memory. */
  const run = async (format: 'xlsx' | 'csv' = 'xlsx') => {
    const started = performance.now();
    const { job_id } = await call<{ job_id?: number }>(`${api}/export`, { format, search });
    if (!job_id) throw new Error('the export was no job: too few rows');
    let highest = 0;
    for (;;) {
      await sleep(50);
      highest = Math.max(highest, residentBytes(product.pid));
      const { job } = await call<{ job: Job }>(`/admin/job/show?id=${job_id}`);
      if (job.status === 'failed') throw new Error(`the export failed: ${JSON.stringify(job)}`);
      if (job.status === 'done') return { seconds: (performance.now() - started) / 1000, highest, job };
    }
  };
  const writeBare = async (): Promise<number> => {
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${bare.port}/sheet?id=${last?.id ?? 2 ** 31}`);
    const { data } = (await response.json()) as { data: { rows: number } };
    if (!(data.rows > 0)) throw new Error('the bare writer wrote nothing');
    return (performance.now() - started) / 1000;
  };
  const quiet = await drive(lists, 2, 3000);
  const before = residentBytes(product.pid);
  const alones: Awaited<ReturnType<typeof run>>[] = [];
  const bares: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    alones.push(await run());
    bares.push(await writeBare());
  }
  const alone = {
    seconds: median(alones.map(({ seconds }) => seconds)),
    highest: Math.max(...alones.map(({ highest }) => highest)),
  };
  const ratio = median(alones.map(({ seconds }, at) => (bares[at] as number) / seconds));
  const csv = (await run('csv')).seconds;
  const slices: number[][] = [];
  let running = true;
  const reading = (async () => {
    while (running) slices.push([...(await drive(lists, 2, 500)).latencies]);
  })();
  const { seconds, highest, job } = await run().finally(() => (running = false));
  await reading;
  const latencies = slices.flat().sort((one, other) => one - other);
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
  const quietP99 = quiet.latencies[Math.floor(quiet.latencies.length * 0.99)] ?? Number.NaN;
  const grown = (Math.max(alone.highest, highest) - before) / mega;
  const rows = job.result?.rows ?? 0;
  const file = await fetch(`http://127.0.0.1:${product.port}${job.result?.url ?? ''}`);
  const bytes = (await file.arrayBuffer()).byteLength;
  if (!file.ok || bytes < rows) throw new Error(`the exported file cannot be fetched: ${file.status}`);
  return {
    name: 'export',
    title: `export of ${rows} rows to .xlsx`,
    seen:
      `${ratio.toFixed(2)} × a bare writer (≥ ${target.ratio}): ${alone.seconds.toFixed(1)} s alone (≤ ${target.seconds}), ${median(bares).toFixed(1)} s bare, ${seconds.toFixed(1)} s beside lists, ${csv.toFixed(1)} s as .csv, ${(bytes / mega).toFixed(1)} MB; ` +
      `memory +${grown.toFixed(0)} MB (≤ ${target.megabytes}); lists meanwhile: ${latencies.length} answered, p99 ${p99.toFixed(0)} ms (${quietP99.toFixed(0)} ms before)`,
    met: grown <= target.megabytes && alone.seconds <= target.seconds && ratio >= target.ratio && latencies.length > 0,
    values: {
      rows,
      secondsAlone: alone.seconds,
      secondsBare: median(bares),
      secondsCsv: csv,
      ratio,
      seconds,
      bytes,
      grownMegabytes: grown,
      lists: latencies.length,
      p99,
      quietP99,
    },
  };
}

const readHeaders = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines
      .trim()
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]),
  );
