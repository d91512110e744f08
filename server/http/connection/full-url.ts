/** Whether a text sent as a host has the form of a host. Other texts are ignored. */
const isHost = (host: string) => /^[\w.:[\]-]+$/.test(host);

/**
 * A path of this server for clients served from elsewhere: with the requested host and no scheme, `//host/storage/…`.
 * Our own client removes the host again (`web/session/strip-host.ts`).
 */
export const fullUrl = (path: string, host: string): string =>
  /^\/(?!\/)/.test(path) && isHost(host) ? `//${host}${path}` : path;

/** The origin of this server, for clients that prepend it to every path. */
export const originUrl = (host: string): string => (isHost(host) ? `//${host}` : '');

/** Inserts the host into a text in place of a placeholder. */
export const writeHost = (text: string, standIn: string, host: string): string =>
  text.replaceAll(standIn, originUrl(host));

const defaultPicture = '/api/ajax/defaultAvatar?server=1';

/** URL of an account's picture, or of a generated one if none is set (wire contract §2.4). */
export const avatarUrl = (avatar: unknown, name: unknown, host: string): string =>
  fullUrl(
    typeof avatar === 'string' && avatar !== ''
      ? avatar
      : `${defaultPicture}&name=${encodeURIComponent(initialOf(name))}`,
    host,
  );

/** The stored picture for a URL made by {@link avatarUrl}: clients post back what they received. */
export function chosenAvatar(sent: unknown, host: string): unknown {
  if (typeof sent !== 'string') return sent;
  const path = sent.replace(/^(https?:)?\/\/([^/]+)(?=\/)/, (whole, _scheme, at) => (at === host ? '' : whole));
  return path.startsWith(defaultPicture) ? '' : path;
}

/** The first character of a name, as people count characters. */
export const initialOf = (name: unknown): string =>
  typeof name === 'string' ? ([...new Intl.Segmenter().segment(name.trim())][0]?.segment ?? '').slice(0, 8) : '';
