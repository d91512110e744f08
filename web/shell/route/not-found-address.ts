import type { Location } from 'react-router';
import { routeNames } from '#web/http/navigator.ts';

const longest = 300;
const name = 'from';

/** Where an address that leads nowhere is taken to: the page says what it was (specification §2). */
export const notFoundPath = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${routeNames.notFound}?${new URLSearchParams({ [name]: `${pathname}${search}`.slice(0, longest) })}`;

/** What was typed, as people read it; undefined where nothing is known of it. */
export function requestedAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  const typed = pathname === routeNames.notFound ? new URLSearchParams(search).get(name) : `${pathname}${search}`;
  if (!typed?.startsWith('/')) return undefined;
  try {
    return decodeURI(typed).slice(0, longest);
  } catch {
    return typed.slice(0, longest);
  }
}
