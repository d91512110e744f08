import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { defaultUploadRules } from '../storage/upload-rules-and-refusals.ts';
import { storeUpload } from '../upload/store-upload.ts';

/** A server with clamd's protocol: pieces after their length, an empty one at the end, then the verdict. */
function listen(answer: (content: Buffer) => string, limit = Number.POSITIVE_INFINITY): net.Server {
  return net
    .createServer((socket) => {
      socket.on('error', () => {});
      let came = Buffer.alloc(0);
      socket.on('data', (part: Buffer) => {
        came = Buffer.concat([came, part]);
        if (came.length > limit) return socket.end('INSTREAM size limit exceeded. ERROR\0');
        if (!came.subarray(0, 10).equals(Buffer.from('zINSTREAM\0').subarray(0, Math.min(10, came.length))))
          return socket.destroy();
        const pieces: Buffer[] = [];
        for (let at = 10; at + 4 <= came.length; ) {
          const length = came.readUInt32BE(at);
          if (length === 0) return socket.end(`${answer(Buffer.concat(pieces))}\0`);
          pieces.push(came.subarray(at + 4, at + 4 + length));
          at += 4 + length;
        }
        return undefined;
      });
    })
    .listen(0, '127.0.0.1');
}

let db: TestDatabase;
let folder: string;
const servers: net.Server[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'xingjian-scan-'));
});
afterAll(async () => {
  for (const one of servers) one.close();
  await db.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const upload = (content: string, scanner: string) =>
  storeUpload(db, {
    folder,
    stream: Readable.from([Buffer.from(content)]),
    name: 'a.txt',
    uploader: { type: 'admin', id: 1 },
    rules: { ...defaultUploadRules, scanner: { address: scanner, innerNetworks: ['127.0.0.0/8'] } },
    origin: '',
  }).then(
    () => 'stored',
    (error: { messageIn?: (locale: 'zh-cn') => string }) => error.messageIn?.('zh-cn') ?? String(error),
  );
const start = async (...given: Parameters<typeof listen>) => {
  const server = listen(...given);
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
};

test('an infected file is refused and removed; a clean one is stored', async () => {
  const at = await start((content) =>
    content.includes('EICAR') ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK',
  );
  expect(await upload(`干净的内容 ${'x'.repeat(400_000)}`, at)).toBe('stored');
  expect(await upload(`${'x'.repeat(400_000)} EICAR`, at)).toBe('文件含有病毒（Win.Test.EICAR_HDB-1），已拒收');
  expect(await fs.readdir(path.join(folder, '.incoming'))).toEqual([]);
  expect(await db.row('select count(*)::int as n from routine_attachment')).toEqual({ n: 1 });
});

test('a scanner that is unavailable, silent or unclear lets nothing pass', async () => {
  const away = '病毒扫描服务暂时不可用，文件未被接收，请稍后再试';
  expect(await upload('一', '127.0.0.1:1')).toBe(away);
  expect(await upload('二', '/nowhere/clamd.sock')).toBe(away);
  expect(await upload('三', await start(() => 'UNKNOWN COMMAND'))).toBe(away);
  expect(await upload('四', await start(() => ''))).toBe(away);
  expect(await upload('五'.repeat(300_000), await start(() => 'stream: OK', 100_000))).toBe(away);
});
