import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { EvidenceExport } from '#kernel/evidence-chain/evidence-export-format.ts';
import { unpackZip } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { writeZip } from '#server/sheets/zip-writer.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/** Whoever received an export of evidence verifies it on their own device, and reads what was published of a day. */
const visits = startVisits();

type Office = <T>(path: string, body?: unknown) => Promise<T>;

async function signIn(): Promise<Office> {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  return (path, body) => callAs(visits.url, token, path, body);
}

/** Runs scheduled work and waits for its end. */
async function runNow(office: Office, name: string): Promise<void> {
  await office('/admin/system.schedule/run', { name });
  const last = async () =>
    (await office<{ list: { status: string }[] }>(`/admin/system.schedule/runs?name=${name}`)).list[0]?.status;
  await expect.poll(last, { timeout: 20_000 }).toBe('done');
}

/** Export of an enterprise with two steps in its chain, sealed. */
async function exportOne(office: Office): Promise<{ archive: Buffer; stream: string }> {
  const path =
    '/admin/enterprise.enterprise/index?limit=1&search[0][field]=status&search[0][operator]==&search[0][val]=active';
  const id = (await office<{ list: { id: number }[] }>(path)).list[0]?.id ?? 0;
  for (const time of [1, 2]) {
    await visits.query(`update enterprise set status = 'suspended', version = version + 1 where id = $1`, [id]);
    const input = { id, document_no: `核验〔2026〕${id}-${time}号`, reason: '整改到位，书面复查合格' };
    await office('/admin/enterprise.enterprise/resume', input);
  }
  await runNow(office, 'seal_evidence');
  const asked = { resource: 'enterprise/enterprise', id };
  const { job_id } = await office<{ job_id: number }>('/admin/evidence.chain/export', asked);
  const result = async () =>
    (await office<{ job: { result: { url: string } | null } }>(`/admin/job/show?id=${job_id}`)).job.result;
  await expect.poll(result, { timeout: 20_000 }).not.toBeNull();
  const response = await fetch(new URL((await result())?.url ?? '', visits.url));
  return { archive: Buffer.from(await response.arrayBuffer()), stream: `${asked.resource}:${id}` };
}

/** The archive as whoever holds it could have changed it. */
async function change(archive: Buffer, how: (entries: string) => string) {
  const parts = [...unpackZip(archive, () => true, { size: 2 ** 26, files: 100 })];
  const entries = parts.map(([name, content]) => ({
    name,
    content: piece(name === 'entries.json' ? how(content.toString()) : content),
  }));
  return fileOf(await buffer(Readable.from(writeZip(entries))));
}

async function* piece(content: string | Buffer) {
  yield content;
}

const fileOf = (content: Buffer) => ({ name: '证据.zip', mimeType: 'application/zip', buffer: content });

test('an export is verified in the browser; a changed byte and missing entries are named', async () => {
  const { archive, stream } = await exportOne(await signIn());
  const page = await visits.open('/verify/evidence', { size: [390, 844] });
  const file = page.getByLabel('选择文件');
  await file.setInputFiles(fileOf(archive));
  await page.getByRole('heading', { name: '完整：与导出时登记的内容一致，并有有效签名' }).waitFor();
  await page.getByText('与本平台公布的公钥比对').waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await shoot(page, 'evidence-verified');

  const written = JSON.parse(await textOf(archive)) as EvidenceExport;
  const chain = written.streams[stream] ?? [];
  const [last, before] = [chain.at(-1), chain.at(-2)];
  if (!last || !before) throw new Error('the chain is too short');
  const otherDigit = last.server_time.replace(/\d(?=Z$)/, (digit) => String((Number(digit) + 1) % 10));
  await file.setInputFiles(await change(archive, (entries) => entries.replace(last.server_time, otherDigit)));
  await page.getByRole('heading', { name: '不可信：发现以下问题' }).waitFor();
  await page.getByText(`证据链 ${stream} 第 ${last.seq} 条起不可信：记录被改动`).waitFor();
  await shoot(page, 'evidence-changed');

  const shorter = { ...written, streams: { [stream]: chain.slice(0, -1) } };
  await file.setInputFiles(await change(archive, () => JSON.stringify(shorter)));
  await page.getByText(`证据链 ${stream} 末尾缺少第 ${last.seq}–${last.seq} 条`).waitFor();
  await file.setInputFiles(fileOf(Buffer.from('PK')));
  await page.getByRole('heading', { name: '无法读取' }).waitFor();
});

const textOf = async (archive: Buffer) =>
  unpackZip(archive, (name) => name === 'entries.json', { size: 2 ** 26, files: 100 })
    .get('entries.json')
    ?.toString() ?? '';

test('what was published of a day can be read by everybody', async () => {
  const office = await signIn();
  await runNow(office, 'seal_evidence');
  // as if the roots of today were of yesterday: a day is published when it is over
  await visits.query(
    `do $$ begin perform set_config('session_replication_role', 'replica', true);
       update chain_root set until_at = until_at - interval '1 day' where until_at > now() - interval '1 hour'; end $$`,
    [],
  );
  await runNow(office, 'publish_evidence_root');
  const page = await visits.open('/verify/root', { size: [390, 844] });
  await page.getByRole('heading', { name: /^\d{4}-\d\d-\d\d 的证据根$/ }).waitFor();
  await page.getByText('SM2 签名').waitFor();
  const day = (await page.getByRole('heading', { name: '的证据根' }).innerText()).slice(0, 10);
  expect(await page.getByRole('img', { name: '本页地址的二维码' }).count()).toBe(1);
  await shoot(page, 'evidence-day');
  const other = await visits.open(`/verify/root/${day}`, { locale: 'en', tolerates: /ERR_FAILED/ });
  await other.getByRole('heading', { name: `Evidence root of ${day}` }).waitFor();
  await other.goto(`${visits.url}/verify/root/2020-02-01`);
  await other.getByText('No evidence root of 2020-02-01 was published').waitFor();
  // a server that does not answer is no day without a root
  await other.route('**/api/evidence/day*', (route) => route.abort());
  await other.goto(`${visits.url}/verify/root/${day}`);
  await other.getByText('Server exception!').or(other.getByText('You are disconnected!')).waitFor();
});
