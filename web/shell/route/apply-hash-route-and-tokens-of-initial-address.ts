import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { isAdminArea } from '#web/session/admin-or-member-area.ts';
import { forgetSession, storeAdmin, storeMember } from '#web/session/session.ts';

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** Older links carry the route in the hash: `#/admin/login?x=1` becomes `/admin/login?x=1`. Other hashes stay. */
export function hashToPath({ pathname, search, hash }: Address): Address {
  const route = /^#(\/(?:(?:admin|user|enterprise|401|404)(?:[/?].*)?)?)$/.exec(hash)?.[1];
  if (route === undefined) return { pathname, search, hash };
  const [path = '/', query = ''] = route.split('?', 2);
  const merged = [search.slice(1), query].filter(Boolean).join('&');
  return { pathname: path, search: merged ? `?${merged}` : '', hash: '' };
}

interface AddressToken {
  area: SignInArea;
  token: string;
}

/** A token in the address (`batoken`, `ba-user-token`, or `token` of the area), and the address without it. */
export function extractTokens(address: Address): { address: Address; tokens: AddressToken[] } {
  const params = new URLSearchParams(address.search);
  const here: SignInArea = isAdminArea(address) ? 'admin' : 'member';
  const tokens: AddressToken[] = [];
  for (const [name, area] of [
    ['batoken', 'admin'],
    ['ba-user-token', 'member'],
    ['token', here],
  ] as const) {
    const token = params.get(name);
    params.delete(name);
    if (token && /^[\w.-]{8,200}$/.test(token) && !tokens.some((one) => one.area === area))
      tokens.push({ area, token });
  }
  const query = params.toString();
  return { address: { ...address, search: query ? `?${query}` : '' }, tokens };
}

/** Reads the address the product was opened with, once, before the router sees it. */
export function applyInitialAddressAndTokens(): void {
  const now = window.location;
  const routed = hashToPath(now);
  const { address, tokens } = extractTokens(routed);
  for (const { area, token } of tokens) {
    // The token may belong to another account: remove all data of the previous one.
    forgetSession(area);
    if (area === 'admin') storeAdmin({ token });
    else storeMember({ token });
  }
  const changed = tokens.length > 0 || address.pathname !== now.pathname || address.hash !== now.hash;
  if (changed) window.history.replaceState(null, '', `${address.pathname}${address.search}${address.hash}`);
}
