/** An address of this server without its host, which is told to clients that were not loaded from it. */
export const ownPath = (address: string): string => address.replace(/^\/\/[^/]+(?=\/)/, '');

/** Somebody's picture; where nobody chose one, clients of other origins are told one that is drawn, and ours draws its own. */
export function ownPicture(address: string): string {
  const path = ownPath(address);
  return path.startsWith('/api/ajax/defaultAvatar') ? '' : path;
}
