import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { clientAddress } from './client-address.ts';

/** Bodies above this many bytes take turns. A filled-in form has 5 kB, a batch of 500 rows 10 kB. */
const large = 64 * 1024;
/** Large bodies in memory at once, in all and of one address: a megabyte of small values takes twenty in memory. */
const most = { all: 6, address: 2 };
/** Milliseconds in which a large body must arrive once it has its turn, because a slow sender blocks the others. */
const arrivalTimeout = 15_000;

interface Waiting {
  address: string;
  go(): void;
}

/**
 * Reads and processes large JSON bodies a few at a time; others wait unread in the buffers of the operating system.
 * Uploads are excluded, because they are streamed to disk.
 */
export function processFewLargeBodiesAtOnce(app: FastifyInstance): void {
  let free = most.all;
  const received = new Map<string, number>();
  const waiting: Waiting[] = [];
  const mayGo = ({ address }: Waiting) => free > 0 && (received.get(address) ?? 0) < most.address;
  const take = (one: Waiting) => {
    free--;
    received.set(one.address, (received.get(one.address) ?? 0) + 1);
    one.go();
  };
  const giveBack = (address: string) => {
    free++;
    const left = (received.get(address) ?? 1) - 1;
    if (left > 0) received.set(address, left);
    else received.delete(address);
    for (let next = waiting.findIndex(mayGo); next >= 0; next = waiting.findIndex(mayGo))
      for (const one of waiting.splice(next, 1)) take(one);
  };

  app.addHook('preParsing', async (request, reply, payload) => {
    if (!isLarge(request)) return payload;
    const address = ipForLimits(clientAddress(request));
    await new Promise<void>((done) => {
      let has = false;
      const one: Waiting = {
        address,
        go() {
          has = true;
          done();
        },
      };
      // whether it was answered or its sender disconnected
      reply.raw.once('close', () => {
        const place = waiting.indexOf(one);
        if (place >= 0) waiting.splice(place, 1);
        if (has) giveBack(address);
        done();
      });
      if (mayGo(one)) take(one);
      else waiting.push(one);
    });
    const late = setTimeout(() => request.raw.complete || request.raw.destroy(), arrivalTimeout).unref();
    reply.raw.once('close', () => clearTimeout(late));
    return payload;
  });
}

/** By the announced length. A body without one may have any length. */
function isLarge({ headers }: FastifyRequest): boolean {
  if (/^(multipart\/form-data|application\/offset\+octet-stream)\b/.test(headers['content-type'] ?? '')) return false;
  const announced = headers['content-length'];
  return announced === undefined ? headers['transfer-encoding'] !== undefined : Number(announced) > large;
}
