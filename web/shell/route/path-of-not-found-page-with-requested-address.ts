import type { Location } from 'react-router';
import { routeNames } from '#web/http/named-routes.ts';

const maxLength = 300;
const name = 'from';

/** Path of the not-found page for an unknown address, which it displays (specification §2). */
export const notFoundPagePathWithRequestedAddress = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): string =>
  `${routeNames.notFound}?${new URLSearchParams({ [name]: `${pathname}${search}`.slice(0, maxLength) })}`;

/** The requested address in readable form; undefined when it is unknown. */
export function requestedAddressShownOnNotFoundPage({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): string | undefined {
  const typed = pathname === routeNames.notFound ? new URLSearchParams(search).get(name) : `${pathname}${search}`;
  if (!typed?.startsWith('/')) return undefined;
  try {
    return decodeURI(typed).slice(0, maxLength);
  } catch {
    return typed.slice(0, maxLength);
  }
}
