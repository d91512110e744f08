import { type AnyResource, relationOf } from '#kernel/resource.ts';
import type { Presented } from '#kernel/wire.ts';
import { can } from '#web/session/session.ts';

/** A row as it crosses the wire. */
export interface WireRow extends Presented {
  id: number;
  version?: number;
  status?: string;
  due_at?: number | null;
  due_unit?: string | null;
  children?: WireRow[];
  [field: string]: unknown;
}

/** The word a row goes by: its title field, else its number. */
export function titleOf(resource: AnyResource, row: WireRow): string {
  const value = row[resource.title];
  return typeof value === 'string' && value !== '' ? value : `#${row.id}`;
}

/** The object a reference or an area carries beside its key. */
export function relationObject(row: WireRow | undefined, name: string): Readonly<Record<string, unknown>> | undefined {
  const related = row?.[relationOf(name)];
  return typeof related === 'object' && related !== null && !Array.isArray(related)
    ? (related as Record<string, unknown>)
    : undefined;
}

/**
 * Whether an action is offered on a row: the server's word where it gives one, else the caller's permission node.
 * The rule itself is never worked out here.
 */
export function isOffered(resource: AnyResource, row: WireRow, action: 'edit' | 'del' | 'reveal'): boolean {
  return row._actions ? row._actions.includes(action) : can(`${resource.name}/${action}`);
}
