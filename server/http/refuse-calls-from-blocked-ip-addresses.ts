import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { blockedIpSettings } from '#kernel/settings/blocked-ip-settings.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { clientAddress, isLocalCall } from './connection/client-address.ts';

/** Parses addresses and networks, one per line. `wrong` are the invalid lines. */
export function parseBlockedAddresses(written: string): { list: BlockList; wrong: string[] } {
  const list = new BlockList();
  const wrong: string[] = [];
  for (const line of written.split(/[\n,]/).map((one) => one.trim())) {
    if (line !== '' && !addLine(list, line)) wrong.push(line);
  }
  return { list, wrong };
}

function addLine(list: BlockList, line: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(line) ?? [];
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, kind);
  else if (Number(bits) > (family === 6 ? 128 : 32)) return false;
  else list.addSubnet(address, Number(bits), kind);
  return true;
}

/** Whether the list contains an address, in any notation of IPv4. */
export const isBlockedAddress = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Refuses calls from blocked addresses with the message of the wire contract. This machine is never blocked. */
export function refuseBlockedAddresses(app: FastifyInstance, { settings }: Pick<Engine, 'settings'>): void {
  let seen: string | null = null;
  let list: BlockList | undefined;
  const isRefused = (request: FastifyRequest): boolean => {
    const { no_access_ip: now } = settings(blockedIpSettings);
    if (now !== seen) {
      seen = now;
      list = now ? parseBlockedAddresses(now).list : undefined;
    }
    return list !== undefined && isBlockedAddress(list, clientAddress(request)) && !isLocalCall(request);
  };
  app.addHook('onRequest', async (request, reply) => {
    if (isRefused(request)) await reply.code(403).send({ msg: 'No permission request' });
  });
}
