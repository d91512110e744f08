import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  expiringSoonDaysOf,
  expiryDateFields,
  validitiesSetByDate,
  validityAfter,
} from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { NewRowValues } from '../hook/change-rows-request-type.ts';
import { changeRows } from './change-many-rows-in-one-statement.ts';

type Values = Readonly<Record<string, unknown>>;

/** The validity column of a row after a write, if it changes. */
export function validityAfterWrite(resource: AnyResource, before: Values | undefined, after: Values): Values {
  const name = resource.ends?.validity;
  if (name === undefined) return {};
  const made = validityAfter(resource, after, shanghaiToday());
  return made === undefined || (before && before[name] === made) ? {} : { [name]: made };
}

/** SQL condition on alias `t`: rows whose documents count and whose validity nobody has set otherwise. */
export function whereValidityFollowsDates({ ends }: AnyResource): Sql {
  const states = ends?.in ? sql`t.status = any(${[...ends.in]}::text[])` : sql`true`;
  if (ends?.validity === undefined) return states;
  return sql`${states} and coalesce(t.${sql.id(ends.validity)} = any(${[...validitiesSetByDate]}::text[]), true)`;
}

/**
 * Updates the validity of documents as of a day: valid → expiring → expired. Each change gets a history entry and an
 * event. Returns the number of rows changed.
 */
export async function refreshDocumentValidity(engine: Engine, today = shanghaiToday()): Promise<number> {
  let changed = 0;
  for (const resource of engine.resources) {
    const { ends } = resource;
    if (ends?.validity === undefined) continue;
    const first = sql`least(${sql.join(expiryDateFields(ends).map((name) => sql`t.${sql.id(name)}`))})`;
    const made = sql`case when ${first} < ${today}::date then 'expired'
      when ${first} <= ${addDays(today, expiringSoonDaysOf(ends))}::date then 'expiring' else 'valid' end`;
    const name = ends.validity;
    const rows = await changeRows(engine, resource, systemCaller(), {
      where: whereValidityFollowsDates(resource),
      set: { [name]: made } as NewRowValues<AnyResource>,
      emits: (row) => sql`${row}->>${name}`,
    });
    changed += rows.length;
  }
  return changed;
}
