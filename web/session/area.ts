/** The two audiences of the product. They sign in apart, and hold tokens apart. */
export type Area = 'admin' | 'member';

/** The admin area is told from the address: a path that starts with /admin, or a hash that starts with #/admin. */
export function isAdminArea(location: Pick<Location, 'pathname' | 'hash'> = window.location): boolean {
  return (
    /^\/admin(\/|$)/.test(location.pathname) || /^#\/admin(\/|\?|$)/.test(location.hash) || location.pathname === '/'
  );
}

export const currentArea = (): Area => (isAdminArea() ? 'admin' : 'member');

/** What differs between the two: whose calls are made, and below which address the pages are. */
export interface Side {
  readonly app: 'admin' | 'api';
  readonly base: '/admin' | '/user';
}

const sides: Readonly<Record<Area, Side>> = {
  admin: { app: 'admin', base: '/admin' },
  member: { app: 'api', base: '/user' },
};

/** The side one is on. Lists, forms and records are drawn alike on both, and learn here where they are. */
export const sideOf = (area: Area = currentArea()): Side => sides[area];

/** Where a resource is listed, or one of its records shown. */
export const addressOf = ({ name }: { readonly name: string }, id?: number | string): string =>
  `${sideOf().base}/${name}${id === undefined ? '' : `/${id}`}`;
