import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { BenchCall, LoadTarget, MemoryLoad } from './load-target.ts';

const json = { 'content-type': 'application/json' };
const compressed = { 'accept-encoding': 'br, gzip' };
const list = '/admin/enterprise.enterprise/index?limit=200';

const form = (
  file: Buffer,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Pick<BenchCall, 'body' | 'headers'> => {
  const texts = Object.entries(fields).map(
    ([key, value]) => `--x\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `${texts.join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]),
  };
};

/** Noise cannot be compressed, so the file is as large as pictures can be. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 4 } },
  })
    .jpeg({ quality: 60 })
    .withExif({ IFD0: { Copyright: 'bench' } })
    .toBuffer();

const sheet = (rows: number) =>
  Buffer.from(
    `企业名称,统一社会信用代码,企业类型,法定代表人,法人手机,联系人,联系手机,地区,经营地址\n${Array.from(
      { length: rows },
      (_, n) => `内存测试${n},91530102MA${n},星级饭店,张三,13800000001,李四,13900000002,530102,人民路 ${n} 号`,
    ).join('\n')}`,
  );

/** Sends requests until the answers exceed the buffers of the system, and does not read them. */
async function beginReading({ port, token }: LoadTarget, path: string): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined).on('readable', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nserver: true\r\nbatoken: ${token}\r\n\r\n`.repeat(8));
  return socket;
}

/** A unique file of the given size in MB. */
export const largeUpload = (megabytes: number): BenchCall => ({
  method: 'POST',
  path: '/admin/ajax/upload',
  ...form(Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(megabytes * 2 ** 20)]), 'a.zip'),
});

/** The loads, by their name on the command line. */
export const memoryLoads: Readonly<Record<string, MemoryLoad>> = {
  lists: (on) => on.drive(200, 4000, () => ({ path: list, headers: compressed })),
  plain: (on) => on.drive(200, 4000, () => ({ path: list })),
  strange: (on) =>
    on.drive(200, 4000, (n) => ({
      method: 'POST',
      path: '/admin/enterprise.enterprise/edit',
      headers: json,
      body: `{"id":${n},"version":"\\ud800","name":"${'长'.repeat(n % 2000)}"}`,
    })),
  bodies: (on) =>
    on.drive(200, 4000, () => ({
      method: 'POST',
      path: '/admin/enterprise.enterprise/add',
      headers: json,
      body: `{"name":"${'a'.repeat(1_000_000)}"}`,
    })),
  nested: (on) => {
    const body = `{"name":[${'[1],'.repeat(120_000)}1]}`;
    return on.drive(200, 4000, () => ({
      method: 'POST',
      path: '/admin/enterprise.enterprise/add',
      headers: json,
      body,
    }));
  },
  documents: (on) => on.drive(60, 6000, () => ({ path: '/admin/openapi/index', headers: compressed })),
  'sign-in': (on) =>
    on.drive(200, 4000, (n) => ({
      method: 'POST',
      path: '/admin/index/login',
      headers: { ...json, batoken: '' },
      body: JSON.stringify({ username: n % 2 ? 'city' : `nobody${n}`, password: on.password }),
    })),
  exports: (on) =>
    on.drive(40, 4000, (n) => ({
      method: 'POST',
      path: '/admin/enterprise.enterprise/export',
      headers: json,
      body: JSON.stringify({ export: 'x', format: n % 2 ? 'csv' : 'xlsx' }),
    })),
  uploads: async (on) => {
    const file = form(await photo(2000, 1500), 'a.jpg');
    return on.drive(50, 4000, () => ({ method: 'POST', path: '/admin/ajax/upload', ...file }));
  },
  // one file of 100 MB: the server holds only as much of it as its buffers
  large: async (on) => {
    await on.set('upload', { maxsize: 200 });
    const upload = largeUpload(100);
    return on.drive(1, 1, () => upload);
  },
  pictures: async (on) => {
    const file = form(await photo(5000, 4000), 'a.jpg');
    return on.drive(8, 4000, () => ({ method: 'POST', path: '/admin/ajax/upload', ...file }));
  },
  // clients that read one byte per second of large answers: how fast /health is meanwhile, and when the server
  // disconnects them
  stalled: async (on) => {
    const reading = await Promise.all(Array.from({ length: 200 }, () => beginReading(on, '/admin/openapi/index')));
    const timer = setInterval(() => {
      for (const socket of reading) {
        socket.read(1);
        // data sent over a closed connection is rejected
        if (socket.writable) socket.write('\r\n');
      }
    }, 1000);
    await sleep(10_000);
    const health: number[] = [];
    for (let n = 0; n < 20; n++) {
      const begun = performance.now();
      await (await fetch(`http://127.0.0.1:${on.port}/health`)).text();
      health.push(performance.now() - begun);
    }
    const begun = performance.now();
    while (reading.some((socket) => !socket.closed) && performance.now() - begun < 240_000) await sleep(500);
    clearInterval(timer);
    const left = reading.filter((socket) => !socket.closed).length;
    for (const socket of reading) socket.destroy();
    const seconds = Math.round((performance.now() - begun) / 1000 + 10);
    return `/health ${Math.max(...health).toFixed(1)} ms at most, ${left} of 200 left after ${seconds} s`;
  },
  // the last calls wait for their jobs
  imports: async (on) => {
    const file = form(sheet(5000), 'a.csv', { mode: 'valid_only', dry: '1' });
    let calls = 0;
    return on.drive(4, 15_000, () =>
      calls++ < 12
        ? { method: 'POST', path: '/admin/enterprise.enterprise/import', ...file }
        : { path: '/admin/job/index' },
    );
  },
};
