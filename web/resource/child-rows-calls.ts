import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { StandardAction } from '#kernel/declaration/standard-actions.ts';
import { maxChildRowsOfList } from '#kernel/kind/linked/child-rows.ts';
import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { parentOf } from '#kernel/resource/parent-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { get } from '#web/http/client.ts';
import { childResourceOf } from '#web/resource/child-rows-in-form.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { can } from '#web/session/session.ts';

/**
 * Whether the caller may perform an action on child rows: by the permission node of their resource where it has such
 * a call, else by that of the parent.
 */
export function mayPerformOnChildRows(child: AnyResource, action: StandardAction): boolean {
  if (!child.partOf || standardActionsOf(child).includes(action)) return can(`${child.name}/${action}`);
  return mayPerformOnChildRows(parentOf(child, findResource), action);
}

const pageRows = 1000;

/** Loads the child rows that a record does not carry, for its form. */
export async function loadChildRows(
  resource: AnyResource,
  row: WireRow,
  { signal }: { signal?: AbortSignal } = {},
): Promise<WireRow> {
  const whole = { ...row };
  for (const [name, field] of childListsOf(resource)) {
    if (row[name] !== null || !mayPerformOnChildRows(childResourceOf(field), 'index')) continue;
    const rows: WireRow[] = [];
    for (let page = 1; page * pageRows <= maxChildRowsOfList(field) + pageRows; page++) {
      const found = await readChildRows(resource, row.id, name, {
        page,
        limit: pageRows,
        ...(signal ? { signal } : {}),
      });
      rows.push(...found.list);
      if (rows.length >= found.total) break;
    }
    whole[name] = rows;
  }
  return whole;
}

/** A page of the child rows of a row. */
export const readChildRows = (
  resource: AnyResource,
  id: number,
  field: string,
  { page, limit, signal }: { page: number; limit: number; signal?: AbortSignal },
): Promise<{ list: WireRow[]; total: number }> =>
  get(
    pathOf(resource, 'rows'),
    { id, field, page, limit },
    { quiet: true, duplicate: 'allow', ...(signal ? { signal } : {}) },
  );
