interface Target {
  path: string;
  query?: Record<string, string | string[]>;
}

/** Base path of an area. */
export type AreaBase = '/admin' | '/user';

/** `/admin/loading/{…}` for a path that cannot be opened yet: path and query are carried as JSON. */
export function loadingRoutePath(base: AreaBase, { pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    query[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  const target: Target = { path: pathname, ...(Object.keys(query).length > 0 ? { query } : {}) };
  return `${base}/loading/${encodeURIComponent(JSON.stringify(target))}`;
}

/**
 * The path in an address of the loading route; undefined when it is missing, malformed, outside the area, or the
 * loading route itself. It is read from the address, because parameters of the router decode slashes that are encoded
 * in the path.
 */
export function targetOfLoadingRoute(base: AreaBase, pathname: string): string | undefined {
  const target = pathname.slice(`${base}/loading/`.length);
  if (!target) return undefined;
  try {
    const { path, query = {} } = JSON.parse(decodeURIComponent(target)) as Target;
    if (typeof path !== 'string' || !path.startsWith(`${base}/`) || path.startsWith(`${base}/loading`))
      return undefined;
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
    }
    const search = params.toString();
    return search ? `${path}?${search}` : path;
  } catch {
    return undefined;
  }
}
