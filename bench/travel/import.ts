import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';

const people = 5000;
const teamHeader = '编号 组团社 团队类型 出发时间 结束时间 出发地 目的地 团费合计（元） 紧急联系人 紧急联系电话'.split(
  ' ',
);
const listHeader = '团队行程 姓名 证件类型 证件号码 手机'.split(' ');

/** The given number of different identity numbers, by counting up birthdays. */
const numberOf = (at: number): string => {
  const born = new Date(Date.UTC(1970, 0, 1 + Math.floor(at / 900))).toISOString().slice(0, 10).replaceAll('-', '');
  const body = `510104${born}${100 + (at % 900)}`;
  return body + idNumberCheckDigit(body);
};

/** A workbook of one team with thousands of tourists, as agencies upload it. */
async function workbook(agency: string): Promise<Buffer> {
  const team = [
    '1',
    agency,
    '省内游',
    '2029-05-01 08:00:00',
    '2029-05-03 18:00:00',
    '530102',
    '大理白族自治州',
    '900000',
    '赵六',
    '13500135000',
  ];
  const list = Array.from({ length: people }, (_, at) => ['1', '游客', '身份证', numberOf(at), '13600136000']);
  const columns = (labels: readonly string[]) => labels.map((label) => ({ label }));
  return buffer(
    xlsxStream([
      { name: '团队行程', columns: columns(teamHeader), rows: [team] },
      { name: '游客名单', columns: columns(listHeader), rows: list },
    ]),
  );
}

/** Measures the import of a workbook with thousands of tourists, from its upload to the end of its job. */
export async function measureImport({ db, product }: MeasuredServers, token: string): Promise<Finding> {
  const agency = await db.row<{ name: string }>(
    `select name from enterprise where ent_type = 'agency' order by id limit 1`,
  );
  const form = new FormData();
  form.set('mode', 'all_or_nothing');
  form.set('again', '1');
  form.set('file', new Blob([new Uint8Array(await workbook(agency?.name ?? ''))]), 'team.xlsx');
  const before = residentBytes(product.pid);
  let most = before;
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${product.port}/admin/travel.itinerary/import`, {
    method: 'POST',
    headers: { server: '1', batoken: token },
    body: form,
  });
  const answer = (await response.json()) as { code: number; data: { job_id?: number } };
  if (answer.code !== 1) throw new Error(`the list was refused: ${JSON.stringify(answer)}`);
  let job: { status: string; result: object | null } | undefined;
  while (!job || job.status === 'waiting' || job.status === 'running') {
    await sleep(25);
    most = Math.max(most, residentBytes(product.pid));
    job = await db.row('select status, result from job where id = $1', [answer.data.job_id]);
  }
  const seconds = (performance.now() - started) / 1000;
  const stored = await db.row<{ n: number }>(
    `select coalesce(max(tourist_count), 0)::int as n from travel_itinerary where start_at = '2029-05-01T08:00+08'`,
  );
  if (stored?.n !== people) throw new Error(`the list was not stored: ${JSON.stringify(job).slice(0, 1000)}`);
  const grown = (most - before) / 2 ** 20;
  return {
    name: 'travel-import',
    title: `import of ${people} tourists`,
    seen: `${seconds.toFixed(1)} s (≤ 5), memory +${grown.toFixed(0)} MB (< 60)`,
    met: seconds <= 5 && grown < 60,
    values: { seconds, grown },
  };
}
