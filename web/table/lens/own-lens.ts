import type { ComponentType } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { ListQuery } from '#web/resource/list-query.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';

/** A way of looking at a resource that a module brings: the year of a calendar, the tree of divisions. */
export interface OwnLens {
  /** In the address: `?lens=year`. */
  readonly name: string;
  readonly label: Text;
  /** What the list opens with; whoever looks for something finds it in the table. */
  readonly first?: true;
  readonly load: () => Promise<{ default: ComponentType<OwnLensProps> }>;
}

export interface OwnLensProps {
  readonly resource: AnyResource;
  onOpen(row: Pick<WireRow, 'id'>): void;
  /** What else the address says of the screen: `?year=2027`. */
  param(name: string): string | null;
  setParams(params: Readonly<Record<string, string | undefined>>, options?: { replace?: boolean }): void;
}

const brought = new Map<string, readonly OwnLens[]>();

/** Tells the list screens which lenses modules bring, by resource. The composition root calls it once. */
export function provideLenses(given: Readonly<Record<string, readonly OwnLens[]>>): void {
  brought.clear();
  for (const [name, lenses] of Object.entries(given)) brought.set(name.toLowerCase(), lenses);
}

/** Lenses of a resource that modules bring; officers have them. */
export const ownLensesOf = (resource: AnyResource): readonly OwnLens[] =>
  currentArea() === 'admin' ? (brought.get(resource.name.toLowerCase()) ?? []) : [];

/** Whether a list holds less than all there is. */
export const isSeeking = ({ keyword, conditions, anyOf, awaitsMe, handledByMe }: ListQuery): boolean =>
  keyword !== '' || conditions.length > 0 || anyOf !== undefined || awaitsMe === true || handledByMe === true;

/** Which of them a list is looked at through: the one the address names, or its first; none while something is sought. */
export function chosenOwnLens(resource: AnyResource, requested: string | null, seeking: boolean): OwnLens | undefined {
  if (seeking) return undefined;
  return ownLensesOf(resource).find((one) => (requested === null ? one.first : one.name === requested));
}
