import { createReadStream } from 'node:fs';
import net from 'node:net';
import { refuseUpload, type UploadRules } from '#server/files/storage/upload-rules-and-refusals.ts';
import { resolveAllowedAddress } from '#server/outgoing/ssrf-protection-of-outgoing-requests.ts';

/**
 * Milliseconds without an answer after which the scan fails. Reading a hundred megabytes takes the scanner some ten
 * seconds.
 */
const patience = 30_000;
/** Bytes per piece; clamd accepts up to its StreamMaxLength. */
const piece = 128 * 1024;
/** Maximum characters of the answer: `stream: <name> FOUND`. */
const longestAnswer = 1000;

type Scanner = NonNullable<UploadRules['scanner']>;

/**
 * Scans a file with clamd before anybody can open it, by the INSTREAM command: each piece follows its length in four
 * bytes, an empty piece ends the file. Refuses the file if clamd finds something, and if it does not report that it
 * found nothing.
 */
export async function scanForViruses(file: string, scanner: Scanner): Promise<void> {
  const answer = await requestScan(file, scanner).catch(() => undefined);
  const found = /^stream: (.+) FOUND$/.exec(answer ?? '')?.[1];
  if (found) throw refuseUpload('infected', { name: found.replace(/[^\w.\-/:()]/g, '').slice(0, 80) });
  if (answer !== 'stream: OK') throw refuseUpload('unscanned');
}

/** Address of the scanner: `host:port`, `[::1]:3310`, or the path of a local socket. */
async function addressOf({ address, innerNetworks }: Scanner): Promise<net.NetConnectOpts> {
  if (address.startsWith('/')) return { path: address };
  const parts = /^\[?([^\]]+?)\]?(?::(\d{1,5}))?$/.exec(address.trim());
  // clamd does not encrypt: it listens in the operator's own network
  const host = await resolveAllowedAddress(parts?.[1] ?? address, { innerNetworks, encrypted: false });
  return { host, port: Number(parts?.[2] ?? 3310) };
}

async function requestScan(file: string, scanner: Scanner): Promise<string> {
  const socket = net.connect(await addressOf(scanner));
  socket.setTimeout(patience, () => socket.destroy(new Error('clamd is silent')));
  const answered = new Promise<string>((resolve, reject) => {
    let received = '';
    // it may close the connection once it has seen enough
    socket.on('error', (error) => (received.includes('\0') ? resolve(received.split('\0')[0] ?? '') : reject(error)));
    socket.on('data', (part) => {
      received += part.toString('latin1').slice(0, longestAnswer);
      if (received.length >= longestAnswer || received.includes('\0')) socket.end();
    });
    socket.on('close', () => resolve(received.split('\0')[0]?.trim() ?? ''));
  });
  // the error is reported where the answer is awaited
  answered.catch(() => {});
  const sending = async () => {
    await send(socket, 'zINSTREAM\0');
    for await (const part of createReadStream(file, { highWaterMark: piece }) as AsyncIterable<Buffer>) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      await send(socket, Buffer.concat([length, part]));
      if (socket.readableEnded || socket.destroyed) return;
    }
    await send(socket, Buffer.alloc(4));
  };
  try {
    await sending().catch(() => {});
    return await answered;
  } finally {
    socket.destroy();
  }
}

function send(socket: net.Socket, what: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(what, (error) => (error ? reject(error) : resolve()));
  });
}
