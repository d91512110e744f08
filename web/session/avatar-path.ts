import { stripUrlHost } from './strip-url-host.ts';

/** Path of a user's picture; empty for the server's default picture, as this client draws its own. */
export function avatarPath(address: string): string {
  const path = stripUrlHost(address);
  return path.startsWith('/api/ajax/defaultAvatar') ? '' : path;
}
