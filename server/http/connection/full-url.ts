/** A host as it may stand in an address; what a client writes there is not believed to be one. */
const isHost = (host: string) => /^[\w.:[\]-]+$/.test(host);

/**
 * A path of this server as a client served from elsewhere can follow it: with the host it was asked at and no scheme,
 * `//host/storage/…`. Our own client drops the host again (`web/session/own-path.ts`).
 */
export const fullUrl = (path: string, host: string): string =>
  /^\/(?!\/)/.test(path) && isHost(host) ? `//${host}${path}` : path;

/** The origin of this server, for clients that put it before every path. */
export const originUrl = (host: string): string => (isHost(host) ? `//${host}` : '');

/** The same within a text, for a stand-in of the host. */
export const writeHost = (text: string, standIn: string, host: string): string =>
  text.replaceAll(standIn, originUrl(host));

const defaultPicture = '/api/ajax/defaultAvatar?server=1';

/** The address of somebody's picture; of one that is drawn where nobody chose any (wire contract §2.4). */
export const avatarUrl = (avatar: unknown, name: unknown, host: string): string =>
  fullUrl(
    typeof avatar === 'string' && avatar !== ''
      ? avatar
      : `${defaultPicture}&name=${encodeURIComponent(initialOf(name))}`,
    host,
  );

/** The picture somebody chose, of what {@link avatarUrl} made of it: clients post back what they were given. */
export function chosenAvatar(sent: unknown, host: string): unknown {
  if (typeof sent !== 'string') return sent;
  const path = sent.replace(/^(https?:)?\/\/([^/]+)(?=\/)/, (whole, _scheme, at) => (at === host ? '' : whole));
  return path.startsWith(defaultPicture) ? '' : path;
}

/** The first character of a name, as people count them. */
export const initialOf = (name: unknown): string =>
  typeof name === 'string' ? ([...new Intl.Segmenter().segment(name.trim())][0]?.segment ?? '').slice(0, 8) : '';
