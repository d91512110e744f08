import { initialSettings } from '#kernel/settings/declare-settings-section.ts';
import { uploadSettings } from '#kernel/settings/upload-settings.ts';
import { type BenchCall, connectTarget } from '../memory/load-target.ts';
import { largeUpload } from '../memory/loads.ts';
import { type MeasuredServers, productSettings } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';

const mega = 2 ** 20;
/** Size of the file, and maximum growth of the server's memory during its upload, in MB. */
const size = 100;
const most = 30;
/** Milliseconds between two samples of the memory. */
const every = 20;

/**
 * One file of 100 MB: how far the memory of the server's process grows, which should hold no more of it than its
 * buffers.
 */
export async function measureUpload({ db, product }: MeasuredServers): Promise<Finding> {
  const on = await connectTarget(product.port, productSettings.ADMIN_PASSWORD);
  await on.set('upload', { maxsize: 2 * size });
  // the first upload loads code that every upload needs
  await call(largeUpload(1));
  const large = largeUpload(size);
  const before = residentBytes(product.pid);
  let highest = before;
  const watching = setInterval(() => (highest = Math.max(highest, residentBytes(product.pid))), every);
  const started = performance.now();
  await call(large).finally(() => clearInterval(watching));
  const seconds = (performance.now() - started) / 1000;
  await clear();
  const grown = (Math.max(highest, residentBytes(product.pid)) - before) / mega;
  return {
    name: 'upload',
    title: `upload of ${size} MB`,
    seen: `memory +${grown.toFixed(0)} MB (≤ ${most}), ${seconds.toFixed(1)} s`,
    met: grown <= most,
    values: { megabytes: size, grownMegabytes: grown, seconds },
  };

  async function call({ path, headers, body }: BenchCall): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method: 'POST',
      headers: { server: 'true', batoken: on.token, ...headers },
      body: body as BodyInit,
    });
    const answer = (await response.json()) as { code: number };
    if (answer.code !== 1) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  }

  /** So that a kept folder does not grow with every run. */
  async function clear(): Promise<void> {
    const rows = await db.rows<{ id: number }>('select id from routine_attachment where name = $1', ['a.zip']);
    const body = JSON.stringify({ ids: rows.map(({ id }) => id) });
    await call({ path: '/admin/routine.attachment/del', headers: { 'content-type': 'application/json' }, body });
    await on.set('upload', { maxsize: initialSettings(uploadSettings).maxsize });
  }
}
