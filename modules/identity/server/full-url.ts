/** A host as it may stand in an address; what a client writes there is not believed to be one. */
const isHost = (host: string) => /^[\w.:[\]-]+$/.test(host);

/**
 * A path of this server as a client served from elsewhere can follow it: with the host it was asked at and no scheme,
 * `//host/storage/…`. Our own client drops the host again (`web/session/own-path.ts`).
 */
export const fullUrl = (path: string, host: string): string =>
  /^\/(?!\/)/.test(path) && isHost(host) ? `//${host}${path}` : path;

/** The same within a text, for a stand-in of the host. */
export const writeHost = (text: string, standIn: string, host: string): string =>
  text.replaceAll(standIn, isHost(host) ? `//${host}` : '');
