import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';

/** A child row in a form: an existing one has its `id`; `key` identifies a new one until it has one. */
export type ChildRow = Readonly<Record<string, unknown>> & { readonly id?: number; readonly key?: string };

/** The resource of the child rows of a field. */
export function childResourceOf(field: AnyField): AnyResource {
  const child = findResource(String(field.options.of));
  if (!child) throw new Error(`rows of ${String(field.options.of)}, which is not declared`);
  return child;
}

/** The fields of a child row that can be written, without the one that refers to its parent. */
export function childRowFields(child: AnyResource, row: ChildRow | undefined): Fields {
  const writing = { actor: currentArea(), state: row?.status } as const;
  const fields = writableFields(child, row?.id === undefined ? 'add' : 'edit', writing);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== child.partOf));
}

/** The child rows of a value; none where it is null, which means they may not be seen. */
export const childRowsIn = (value: unknown): readonly ChildRow[] => (Array.isArray(value) ? (value as ChildRow[]) : []);

/**
 * Child rows as they are sent: the changed fields of existing rows, and the filled-in fields of new ones. Rows left
 * out are deleted.
 */
export function changedChildRows(field: AnyField, began: unknown, value: unknown): Record<string, unknown>[] {
  const child = childResourceOf(field);
  const before = new Map(childRowsIn(began).map((row) => [row.id, row]));
  return childRowsIn(value).map((row) => {
    const old = row.id === undefined ? undefined : before.get(row.id);
    const sent: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(child.fields)) {
      if (one.write === 'server' || name === child.partOf || !Object.hasOwn(row, name)) continue;
      const given = row[name];
      if (old ? JSON.stringify(given) === JSON.stringify(old[name]) : isEmpty(given)) continue;
      sent[name] = isChildList(one)
        ? given === null
          ? null
          : changedChildRows(one, old?.[name], given)
        : isEmpty(given)
          ? null
          : given;
    }
    if (row.id === undefined) return sent;
    return {
      id: row.id,
      ...(Object.keys(sent).length > 0 && row.version !== undefined ? { version: row.version } : {}),
      ...sent,
    };
  });
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
