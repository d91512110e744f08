/** The two audiences of the product. They sign in apart, and hold tokens apart. */
export type Area = 'admin' | 'member';

/** The admin area is told from the address: a path that starts with /admin, or a hash that starts with #/admin. */
export function isAdminArea(location: Pick<Location, 'pathname' | 'hash'> = window.location): boolean {
  return (
    /^\/admin(\/|$)/.test(location.pathname) || /^#\/admin(\/|\?|$)/.test(location.hash) || location.pathname === '/'
  );
}

export const currentArea = (): Area => (isAdminArea() ? 'admin' : 'member');
