import { fullUrl } from './complete-paths-to-full-urls.ts';

const defaultPicture = '/api/ajax/defaultAvatar?server=1';

/** URL of an account's picture, or of a generated one if none is set (wire contract §2.4). */
export const avatarUrl = (avatar: unknown, name: unknown, host: string): string =>
  fullUrl(
    typeof avatar === 'string' && avatar !== ''
      ? avatar
      : `${defaultPicture}&name=${encodeURIComponent(initialOfName(name))}`,
    host,
  );

/** The stored picture for a URL made by {@link avatarUrl}, because clients send back what they received. */
export function avatarPathFromUrl(sent: unknown, host: string): unknown {
  if (typeof sent !== 'string') return sent;
  const path = sent.replace(/^(https?:)?\/\/([^/]+)(?=\/)/, (whole, _scheme, at) => (at === host ? '' : whole));
  return path.startsWith(defaultPicture) ? '' : path;
}

/** The first character of a name, as people count characters. */
export const initialOfName = (name: unknown): string =>
  typeof name === 'string' ? ([...new Intl.Segmenter().segment(name.trim())][0]?.segment ?? '').slice(0, 8) : '';
