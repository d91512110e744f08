/** An address of this server without its host, which the server adds for clients of other origins. */
export const ownPath = (address: string): string => address.replace(/^\/\/[^/]+(?=\/)/, '');

/** Path of a user's picture; empty for the server's default picture, as this client draws its own. */
export function ownPicture(address: string): string {
  const path = ownPath(address);
  return path.startsWith('/api/ajax/defaultAvatar') ? '' : path;
}
