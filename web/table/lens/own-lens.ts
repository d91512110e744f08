import type { ComponentType } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { ListQuery } from '#web/resource/list-query.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';

/** A lens that a module adds to a resource: the year of a calendar, the tree of divisions. */
export interface OwnLens {
  /** In the address: `?lens=year`. */
  readonly name: string;
  readonly label: Text;
  /** The list opens with it; while filters are set, the table is shown. */
  readonly first?: true;
  readonly load: () => Promise<{ default: ComponentType<OwnLensProps> }>;
}

export interface OwnLensProps {
  readonly resource: AnyResource;
  onOpen(row: Pick<WireRow, 'id'>): void;
  /** Further parameters of the address: `?year=2027`. */
  param(name: string): string | null;
  setParams(params: Readonly<Record<string, string | undefined>>, options?: { replace?: boolean }): void;
}

const brought = new Map<string, readonly OwnLens[]>();

/** Registers the lenses of modules by resource. The composition root calls it once. */
export function provideLenses(given: Readonly<Record<string, readonly OwnLens[]>>): void {
  brought.clear();
  for (const [name, lenses] of Object.entries(given)) brought.set(name.toLowerCase(), lenses);
}

/** The lenses of modules for a resource; for officers only. */
export const ownLensesOf = (resource: AnyResource): readonly OwnLens[] =>
  currentArea() === 'admin' ? (brought.get(resource.name.toLowerCase()) ?? []) : [];

/** Whether a list is filtered or searched. */
export const isSeeking = ({ keyword, conditions, anyOf, awaitsMe, handledByMe }: ListQuery): boolean =>
  keyword !== '' || conditions.length > 0 || anyOf !== undefined || awaitsMe === true || handledByMe === true;

/** The lens of a list: the one in the address, else the default one; none while it is filtered or searched. */
export function chosenOwnLens(resource: AnyResource, requested: string | null, seeking: boolean): OwnLens | undefined {
  if (seeking) return undefined;
  return ownLensesOf(resource).find((one) => (requested === null ? one.first : one.name === requested));
}
