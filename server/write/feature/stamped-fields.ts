import type { Field } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { stampOf } from '#kernel/lifecycle/stamped-fields.ts';
import { shanghaiToday } from '#kernel/time/calendar.ts';
import type { Caller } from '#server/caller.ts';
import { takesEffect, type WriteFeature } from './write-phases.ts';

/**
 * Stamps (`stamps`): the moment or day of an add or a move, and who made it. Hooks see them; what the platform sets
 * itself, such as the time of a check made offline, replaces them.
 */
export const stampedFields: WriteFeature = {
  plan(write) {
    const { resource, order, happens, caller } = write;
    const names = order.operation === 'add' ? resource.stamps : happens?.stamps;
    if (!names || !takesEffect(write)) return undefined;
    return { values: Object.fromEntries(names.map((name) => [name, stampedValue(resource, name, caller)])) };
  },
};

/** The value in wire form. An account is null where somebody else acts: the platform, or the other kind of person. */
function stampedValue({ fields }: AnyResource, name: string, { type, id }: Caller): number | string | null {
  const stamp = stampOf(fields[name] as Field);
  if (stamp === 'moment') return Math.floor(Date.now() / 1000);
  if (stamp === 'day') return shanghaiToday();
  return stamp === type ? id : null;
}
