import { routeNames } from '#web/http/named-routes.ts';
import { findRoute, type MenuEntry, type MenuRoute, type Menus } from '#web/session/menu-of-signed-in-user.ts';

/** What an address inside a signed-in area opens. */
export type RouteTarget =
  | { kind: 'resource'; route: MenuRoute; resource: string }
  | { kind: 'record'; route: MenuRoute; resource: string; id: string }
  | { kind: 'screen'; route: MenuRoute; rest: string[] }
  | { kind: 'iframe'; url: string; title: string; icon: string }
  | { kind: 'table' }
  | { kind: 'forbidden' }
  | { kind: 'missing' };

export interface RouteTargetSources {
  isResource: (name: string) => boolean;
  isScreen: (name: string) => boolean;
}

/** Key of a tab: its path, without case and query. */
export const tabKey = (pathname: string): string => pathname.replace(/\/+$/, '').toLowerCase();

/** Finds what a path opens, from the granted menu. */
export function resolveRouteTarget(
  pathname: string,
  base: '/admin' | '/user',
  menus: Menus,
  sources: RouteTargetSources,
): RouteTarget {
  if (pathname === routeNames.notFound) return { kind: 'missing' };
  if (pathname === routeNames.noPower) return { kind: 'forbidden' };
  const inside = pathname.slice(base.length + 1).replace(/\/+$/, '');
  if (/^iframe\//i.test(inside)) return resolveFrame(inside.slice('iframe/'.length), menus);
  if (base === '/admin' && /^table$/i.test(inside)) return { kind: 'table' };
  const found = findRoute(menus, pathname);
  if (!found) return exists(inside, sources) ? { kind: 'forbidden' } : { kind: 'missing' };
  const { route, rest } = found;
  const name = route.path.slice(base.length + 1);
  const [id, more] = rest;
  // A screen may replace the list of a resource; its record pages remain.
  const screen = sources.isScreen(route.name) && !(sources.isResource(name) && /^\d+$/.test(id ?? ''));
  if (screen) return { kind: 'screen', route, rest };
  if (!sources.isResource(name)) return { kind: 'missing' };
  if (id === undefined) return { kind: 'resource', route, resource: name };
  return more === undefined && /^\d+$/.test(id) ? { kind: 'record', route, resource: name, id } : { kind: 'missing' };
}

/** {@link resolveRouteTarget} for one menu; the same path gives the same object, so that its screen is not rendered again. */
export function routeTargetResolver(
  base: '/admin' | '/user',
  menus: Menus,
  sources: RouteTargetSources,
): (pathname: string) => RouteTarget {
  const found = new Map<string, RouteTarget>();
  return (pathname) => {
    const target = found.get(pathname) ?? resolveRouteTarget(pathname, base, menus, sources);
    found.set(pathname, target);
    return target;
  };
}

/** Menu entries without those this client cannot open: pages of BuildAdmin clients. */
export function openableEntries(menus: Menus, base: '/admin' | '/user', sources: RouteTargetSources): MenuEntry[] {
  const draw = (entries: readonly MenuEntry[]): MenuEntry[] =>
    entries.flatMap((entry) => {
      if (entry.to !== undefined && resolveRouteTarget(entry.to, base, menus, sources).kind === 'missing') return [];
      if (!entry.children) return [entry];
      const children = draw(entry.children);
      return children.length > 0 || entry.to !== undefined ? [{ ...entry, children }] : [];
    });
  return draw(menus.entries);
}

/** Only addresses in the menu are framed: a link from outside cannot show a foreign page inside ours. */
function resolveFrame(encoded: string, menus: Menus): RouteTarget {
  let url: string;
  try {
    url = decodeURIComponent(encoded);
  } catch {
    return { kind: 'missing' };
  }
  const frame = menus.frames.get(url);
  return frame && /^https?:\/\//i.test(url) ? { kind: 'iframe', url, ...frame } : { kind: 'missing' };
}

/** Whether a path names something that exists, although it is not granted. */
function exists(inside: string, { isResource, isScreen }: RouteTargetSources): boolean {
  const parts = inside.split('/');
  return parts.some((_, at) => {
    const name = parts.slice(0, at + 1).join('/');
    return isResource(name) || isScreen(name);
  });
}
