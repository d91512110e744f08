/** Whether a text sent as a host has the form of a host. Other texts are ignored. */
const isHost = (host: string) => /^[\w.:[\]-]+$/.test(host);

/**
 * A path of this server for clients served from elsewhere: with the requested host and no scheme, `//host/storage/…`.
 * Our own client removes the host again (`web/session/strip-url-host.ts`).
 */
export const fullUrl = (path: string, host: string): string =>
  /^\/(?!\/)/.test(path) && isHost(host) ? `//${host}${path}` : path;

/** The origin of this server, for clients that prepend it to every path. */
export const originUrl = (host: string): string => (isHost(host) ? `//${host}` : '');

/** Replaces a placeholder in a text with the host. */
export const replaceHostPlaceholder = (text: string, standIn: string, host: string): string =>
  text.replaceAll(standIn, originUrl(host));
