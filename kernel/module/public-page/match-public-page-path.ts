import type { PublicPage } from '../module.ts';

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/**
 * The parameters of a path by the route pattern of a public page: `/complaint/:no?` finds `{ no: 'TS1' }` in
 * `/complaint/TS1` and `{}` in `/complaint`. Undefined: the path is of another page.
 */
export function matchPublicPagePath(
  { path }: Pick<PublicPage, 'path'>,
  pathname: string,
): Readonly<Record<string, string>> | undefined {
  const wanted = path.split('/').slice(1);
  const parts = pathname.replace(/\/+$/, '').split('/').slice(1);
  if (parts.length > wanted.length) return undefined;
  const found: Record<string, string> = {};
  for (const [at, one] of wanted.entries()) {
    const [, name, optional] = /^:(\w+)(\??)$/.exec(one) ?? [];
    const part = parts[at];
    if (name === undefined) {
      if (part?.toLowerCase() !== one.toLowerCase()) return undefined;
    } else if (part) found[name] = decode(part);
    else if (!optional) return undefined;
  }
  return found;
}
