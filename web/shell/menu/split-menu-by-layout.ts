import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import type { LayoutMode } from '#web/theme/layout/layout-configuration.ts';

/** Whether an address is at or below an entry. Case does not matter, as on the wire. */
export const entryContains = (entry: MenuEntry, pathname: string): boolean =>
  (entry.to !== undefined && `${pathname.toLowerCase()}/`.startsWith(`${entry.to.toLowerCase()}/`)) ||
  (entry.children?.some((child) => entryContains(child, pathname)) ?? false);

/** Replaces a folder with a single page by that page. */
export const unwrapSinglePageFolder = (entry: MenuEntry): MenuEntry =>
  entry.children?.length === 1 && entry.children[0] && !entry.children[0].children ? entry.children[0] : entry;

/** The first page at or below an entry; undefined when it only leads out of the product. */
export function firstPage(entry: MenuEntry): string | undefined {
  if (entry.to !== undefined) return entry.to;
  for (const child of entry.children ?? []) {
    const page = firstPage(child);
    if (page !== undefined) return page;
  }
  return undefined;
}

/** The entries along the top, and those at the side. */
interface TopAndSideMenu {
  readonly top: readonly MenuEntry[];
  readonly side: readonly MenuEntry[];
}

/**
 * Splits a menu by layout. In Double, the side shows the entries next to the present page, also when a tab, the palette
 * or a link opened it; a page outside of folders has none.
 */
export function splitMenuByLayout(mode: LayoutMode, entries: readonly MenuEntry[], pathname: string): TopAndSideMenu {
  if (mode === 'Default' || mode === 'Classic') return { top: [], side: entries };
  const top = entries.map(unwrapSinglePageFolder);
  return { top, side: mode === 'Double' ? (top.find((entry) => entryContains(entry, pathname))?.children ?? []) : [] };
}
