import type { FastifyRequest } from 'fastify';

/**
 * Whether a call comes from one of our own pages, or from no page. Browsers add cookies to requests of any page, so a
 * token in a cookie counts only here; pages of ALLOWED_ORIGINS send theirs in a header.
 * Browsers reveal the origin: `Sec-Fetch-Site` over TLS and on this machine, `Origin` with everything but GET,
 * `Referer` with most GETs. A call without any of these is not a browser's, or was typed into the address bar.
 */
export function isSameOriginRequest(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const page = origin ?? referer;
  return page === undefined || isOurs(page, request);
}

/** Host and port are ours. A page loaded without TLS does not vouch for one loaded with it. */
function isOurs(page: string, request: FastifyRequest): boolean {
  if (!URL.canParse(page)) return false;
  const { protocol, host } = new URL(page);
  const ours = `${protocol}//${request.host}`;
  if (!URL.canParse(ours) || host === '' || host !== new URL(ours).host) return false;
  return protocol === 'https:' || (protocol === 'http:' && request.protocol !== 'https');
}
