/** The two audiences of the product: officers and members. Each has its own sign-in and tokens. */
export type SignInArea = 'admin' | 'member';

/** The area follows from the address: admin if the path starts with /admin, or the hash with #/admin. */
export function isAdminArea(location: Pick<Location, 'pathname' | 'hash'> = window.location): boolean {
  return (
    /^\/admin(\/|$)/.test(location.pathname) || /^#\/admin(\/|\?|$)/.test(location.hash) || location.pathname === '/'
  );
}

export const currentArea = (): SignInArea => (isAdminArea() ? 'admin' : 'member');

/** What differs between the areas: prefix of calls, and base path of pages. */
interface AreaPaths {
  readonly app: 'admin' | 'api';
  readonly base: '/admin' | '/user';
}

const paths: Readonly<Record<SignInArea, AreaPaths>> = {
  admin: { app: 'admin', base: '/admin' },
  member: { app: 'api', base: '/user' },
};

/** The present area. Lists, forms and records are shared by both areas and read their prefixes here. */
export const areaPaths = (area: SignInArea = currentArea()): AreaPaths => paths[area];

/** Path of the list of a resource, or of one of its records. */
export const resourcePath = ({ name }: { readonly name: string }, id?: number | string): string =>
  `${areaPaths().base}/${name}${id === undefined ? '' : `/${id}`}`;
