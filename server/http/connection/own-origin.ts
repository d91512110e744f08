import type { FastifyRequest } from 'fastify';

/**
 * Whether a call can be one of our own pages', or no page's at all. A browser adds cookies to whatever any page asks of
 * us, so a token in a cookie counts only here; the pages of ALLOWED_ORIGINS send theirs in a header.
 *
 * Browsers say where a call comes from: `Sec-Fetch-Site` over TLS and on this machine, `Origin` with everything but
 * GET, `Referer` with most GETs. What says nothing is no browser's call, or one typed into its address bar.
 */
export function isFromOurselves(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const page = origin ?? referer;
  return page === undefined || isOurs(page, request);
}

/** Host and port are ours; a page that came in the clear does not speak for one that came encrypted. */
function isOurs(page: string, request: FastifyRequest): boolean {
  if (!URL.canParse(page)) return false;
  const { protocol, host } = new URL(page);
  const ours = `${protocol}//${request.host}`;
  if (!URL.canParse(ours) || host === '' || host !== new URL(ours).host) return false;
  return protocol === 'https:' || (protocol === 'http:' && request.protocol !== 'https');
}
