import type { MenuEntry } from '#web/session/menu.ts';
import type { LayoutMode } from '#web/theme/layout/layout.ts';

/** Whether an address lies at or below an entry. Case does not matter, as on the wire. */
export const holds = (entry: MenuEntry, pathname: string): boolean =>
  (entry.to !== undefined && `${pathname.toLowerCase()}/`.startsWith(`${entry.to.toLowerCase()}/`)) ||
  (entry.children?.some((child) => holds(child, pathname)) ?? false);

/** A folder of one page is that page: nobody should open a drawer to find a single sheet in it. */
export const unfold = (entry: MenuEntry): MenuEntry =>
  entry.children?.length === 1 && entry.children[0] && !entry.children[0].children ? entry.children[0] : entry;

/** The first page at or below an entry, or undefined where it only leads out of the product. */
export function firstPage(entry: MenuEntry): string | undefined {
  if (entry.to !== undefined) return entry.to;
  for (const child of entry.children ?? []) {
    const page = firstPage(child);
    if (page !== undefined) return page;
  }
  return undefined;
}

/** What of the menu is drawn along the top, and what at the side. */
export interface MenuParts {
  readonly top: readonly MenuEntry[];
  readonly side: readonly MenuEntry[];
}

/**
 * Parts of a menu in a layout. Double follows the address: the side shows what lies beside the present page, so that
 * tab, palette and link bring the right side menu with them; a page that stands alone has none.
 */
export function menuParts(mode: LayoutMode, entries: readonly MenuEntry[], pathname: string): MenuParts {
  if (mode === 'Default' || mode === 'Classic') return { top: [], side: entries };
  const top = entries.map(unfold);
  return { top, side: mode === 'Double' ? (top.find((entry) => holds(entry, pathname))?.children ?? []) : [] };
}
