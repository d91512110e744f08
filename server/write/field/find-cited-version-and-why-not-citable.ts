import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';
import { versionedResourceOf } from '#kernel/version/fields-citing-published-version-of-row.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { whereWithinReachOfReference } from '#server/read/condition/allowed-reference-targets-sql.ts';
import { whereInForceOn, whereVersionPublished } from '#server/read/condition/version-in-force-sql.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';

const texts = {
  publishedOnly: text(
    '“{name}”未发布，只能引用已发布的版本',
    '“{name}” is not published, and only published versions can be cited',
  ),
  notInForce: text('该版本在 {day} 不在施行中', 'This version is not in force on {day}'),
  otherInForce: text(
    '该版本在 {day} 不在施行中，当日施行的是第 {n} 版',
    'This version is not in force on {day}; version {n} is',
  ),
} as const;

/** A version that a row cites, and the day on which it must be in force. */
export interface Citation {
  readonly one: AnyField;
  readonly target: AnyResource;
  /** The citing resource, and the action or move. */
  readonly by: { readonly resource: AnyResource; readonly operation: string };
  readonly key: number;
  readonly day: string | undefined;
}

/** A cited row that the caller may refer to. */
export interface CitedRow {
  /** What people call it. */
  readonly name: string;
  readonly published: boolean;
  readonly inForce: boolean;
  /** The number of the version in force on the day. */
  readonly other: number | null;
}

/** The cited row as JSON; null: the caller may not refer to it, or it does not exist. */
export function findCitedRow(engine: Engine, caller: Caller, { one, target, by, key, day }: Citation): Sql {
  const found = versionedResourceOf(target, engine.find);
  if (!found) return sql`null::json`;
  const { versioned, through } = found;
  const table = sql.id(tableOf(versioned));
  const of = sql.id(versioned.versions?.of ?? 'id');
  const scope = whereWithinReachOfReference(one, by.resource, caller, engine.find, by.operation, target);
  const other =
    day === undefined
      ? sql`null::integer`
      : sql`(select o.revision from ${table} o where o.${of} = v.${of} and ${whereInForceOn(versioned, day, 'o')})`;
  const inForce = day === undefined ? sql`true` : whereInForceOn(versioned, day, 'v');
  return sql`(select json_build_object('name', ${headingColumn(target, engine.find)}, 'published', ${whereVersionPublished(versioned, 'v')}, 'inForce', ${inForce}, 'other', ${other})
    from ${sql.id(tableOf(target))} t join ${table} v on v.id = t.${sql.id(through ?? 'id')}
    where t.id = ${key}::bigint${scope ? sql` and ${scope}` : sql.empty})`;
}

/** Why a row cannot be cited. Undefined: it can. */
export function whyNotCitable({ day }: Citation, found: CitedRow | null, locale: Locale): string | undefined {
  if (!found) return decodeMessage('invalid_option', locale);
  if (!found.published) return textIn(texts.publishedOnly, locale, { name: found.name });
  if (found.inForce) return undefined;
  return found.other === null
    ? textIn(texts.notInForce, locale, { day })
    : textIn(texts.otherInForce, locale, { day, n: found.other });
}
