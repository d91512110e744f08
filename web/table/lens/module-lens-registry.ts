import type { ComponentType } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import type { Text } from '#kernel/text/text.ts';
import { isFilteredOrSearched } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';

/** A lens that a module adds to a resource: the year of a calendar, the tree of divisions. */
export interface ModuleLens {
  /** In the address: `?lens=year`. */
  readonly name: string;
  readonly label: Text;
  /** The list opens with it; while filters are set, the table is shown. */
  readonly first?: true;
  /** Whether the lens answers a search of the list, which it reads as the parameter `q`, better than the table. */
  answers?(keyword: string): boolean;
  readonly load: () => Promise<{ default: ComponentType<ModuleLensProps> }>;
}

export interface ModuleLensProps {
  readonly resource: AnyResource;
  onOpen(row: Pick<WireRow, 'id'>): void;
  /** Further parameters of the address: `?year=2027`. */
  param(name: string): string | null;
  setParams(params: Readonly<Record<string, string | undefined>>, options?: { replace?: boolean }): void;
}

const brought = new Map<string, readonly ModuleLens[]>();

/** Registers the lenses of modules by resource. The composition root calls it once. */
export function provideModuleLenses(given: Readonly<Record<string, readonly ModuleLens[]>>): void {
  brought.clear();
  for (const [name, lenses] of Object.entries(given)) brought.set(name.toLowerCase(), lenses);
}

/** The lenses of modules for a resource; for officers only. */
export const moduleLensesOf = (resource: AnyResource): readonly ModuleLens[] =>
  currentArea() === 'admin' ? (brought.get(resource.name.toLowerCase()) ?? []) : [];

/**
 * The lens of a list: the one in the address, else the default one. While the list is filtered or searched there is none,
 * unless one answers searches: the chosen one answers any, and if none is chosen, the one that this search is for.
 */
export function chosenModuleLens(
  resource: AnyResource,
  requested: string | null,
  query: ListQuery,
): ModuleLens | undefined {
  const lenses = moduleLensesOf(resource);
  if (!isFilteredOrSearched(query))
    return lenses.find((one) => (requested === null ? one.first : one.name === requested));
  const { keyword } = query;
  if (keyword === '' || isFilteredOrSearched({ ...query, keyword: '' })) return undefined;
  return lenses.find((one) => (requested === null ? one.answers?.(keyword) : one.answers && one.name === requested));
}
