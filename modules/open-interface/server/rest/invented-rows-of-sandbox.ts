import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';

/** Rows of a resource in the sandbox. */
export const sandboxRowCount = 25;

/** An invented row of a resource, from the examples of its fields: the same for every call. */
export function sandboxRow(resource: AnyResource, id: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(allColumnsOf(resource)))
    row[name] = hasColumn(one) ? (kindOf(one).example(one.options) ?? null) : null;
  const states = Object.keys(resource.life?.states ?? {});
  if (states.length > 0) row.status = states[id % states.length];
  return { ...row, id, version: 1, createtime: 1_767_225_600 + id * 3600, updatetime: 1_767_225_600 + id * 3600 };
}
