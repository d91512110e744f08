import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';
import { matchPublicPagePath } from '#kernel/module/public-page/match-public-page-path.ts';
import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';

/**
 * What the light pages need of the router, under the names that components import (`vite.light.config.ts` replaces
 * `react-router` by this file). Addresses of other pages are opened by the browser.
 */

let pages: readonly PublicPageRoute[] = [];

/** Sets the pages between which addresses change without a new document. */
export function setLightweightPages(given: readonly PublicPageRoute[]): void {
  pages = given;
}

interface LightPageAtPath {
  readonly page: PublicPageRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** The light page at a path with its parameters; undefined if the path is of another page. */
export function lightweightPageAt(pathname: string): LightPageAtPath | undefined {
  for (const page of pages) {
    const params = matchPublicPagePath(page, pathname);
    if (params) return { page, params };
  }
  return undefined;
}

const changed = new EventTarget();

function follow(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  changed.addEventListener('change', listener);
  return () => {
    window.removeEventListener('popstate', listener);
    changed.removeEventListener('change', listener);
  };
}

export function useLocation(): Pick<URL, 'pathname' | 'search' | 'hash'> {
  return new URL(useSyncExternalStore(follow, () => window.location.href));
}

export const useParams = (): Readonly<Record<string, string>> =>
  lightweightPageAt(useLocation().pathname)?.params ?? {};

export function navigateLightweightPages(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const { href, origin, pathname } = new URL(to, window.location.href);
  if (origin !== window.location.origin || !lightweightPageAt(pathname)) {
    if (replace) window.location.replace(href);
    else window.location.assign(href);
    return;
  }
  if (replace) window.history.replaceState(null, '', href);
  else {
    window.history.pushState(null, '', href);
    window.scrollTo(0, 0); // links to other pages are at the foot
  }
  changed.dispatchEvent(new Event('change'));
}

export const useNavigate = () => navigateLightweightPages;

/** Whether a click asks for the address here, and not for a new tab or a download. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
}

export function Link({ to, onClick, ...anchor }: LinkProps) {
  return (
    <a
      {...anchor}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlain(event) || (anchor.target && anchor.target !== '_self')) return;
        event.preventDefault();
        navigateLightweightPages(to);
      }}
    />
  );
}
