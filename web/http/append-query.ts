/**
 * Query of a call in PHP style: arrays as `name[]=…`, objects as `search[0][field]=…`. Undefined and null are left out.
 */
function toQuery(params: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) {
      value.forEach((one, at) => {
        add(typeof one === 'object' && one !== null ? `${name}[${at}]` : `${name}[]`, one);
      });
    } else if (typeof value === 'object') {
      for (const [key, one] of Object.entries(value)) add(`${name}[${key}]`, one);
    } else {
      pairs.push(`${encodeName(name)}=${encodeURIComponent(String(value))}`);
    }
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return pairs.join('&');
}

// Every server this talks to accepts brackets in a query, and addresses stay readable.
const encodeName = (name: string) => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');

/** A path with its query. */
export function appendQuery(path: string, params?: Readonly<Record<string, unknown>>): string {
  const query = params ? toQuery(params) : '';
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}
