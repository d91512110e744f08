import type { AnyField } from '#kernel/declaration/field.ts';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, isPolymorphicReference, kindOf, targetsOf } from '#kernel/field/field.ts';
import { hasMarkedFields } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { numberedFields } from '#kernel/lifecycle/fields-numbered-by-server.ts';
import { hasChangeRequests } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { namesOfSearchedFields, quickSearchIndexTable } from '#kernel/list/fields-covered-by-quick-search.ts';
import { sequenceOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Database } from '#server/db/open-database.ts';

/** Creates the tables of invented resources unless they exist, following the rules for tables in CONTRIBUTING. */
export async function createTables(
  db: Database,
  resources: readonly AnyResource[],
  declared: readonly AnyResource[],
): Promise<void> {
  const [first] = resources;
  if (!first || (await db.row('select where to_regclass($1) is not null', [tableOf(first)]))) return;
  await db.query(
    [...resources.map(writeTable), ...resources.flatMap((one) => writeReferences(one, declared))].join('\n'),
  );
}

/** The last columns of every table. */
const base = [
  'version integer not null default 1',
  'createtime timestamptz not null default now()',
  'updatetime timestamptz not null default now()',
];

/** Columns that determine the scope of copied rows. */
const ofCopies = ['areas text[]', 'scope text', 'department_id bigint', 'owner_id bigint', 'row_title text'];

function writeTable(resource: AnyResource): string {
  const table = tableOf(resource);
  const fields = Object.entries(resource.fields).filter(([, one]) => hasColumn(one) && !one.computed);
  const life = resource.life as Lifecycle | undefined;
  const searchColumns = namesOfSearchedFields(resource).flatMap((name) => [
    `coalesce(${name}, '')`,
    ...(resource.fields[name]?.english ? [`coalesce(${resource.fields[name].english}, '')`] : []),
    ...(kindOf(resource.fields[name] as AnyField).compact ? [`coalesce(compact_identifier(${name}), '')`] : []),
  ]);
  const columns = [
    'id bigint generated always as identity primary key',
    ...fields.map(([name, one]) => writeColumn(name, one)),
    ...fields.flatMap(([, one]) => kindOf(one).detailsColumn?.(one.options) ?? []).map((details) => `${details} jsonb`),
    ...fields.flatMap(([, one]) => (one.english ? [`${one.english} text`] : [])),
    ...(resource.copies ? ofCopies : []),
    // a unique place: the key, which is assigned before
    ...(resource.sortable
      ? [`weigh integer not null default currval(pg_get_serial_sequence('${table}', 'id'))::integer`]
      : []),
    ...(life ? [`status text not null default '${life.initial}'`, 'due_at timestamptz'] : []),
    ...(life?.clocks ? ['due_unit text'] : []),
    ...(Object.values(life?.moves ?? {}).some((move) => move.steps) ? ['approval jsonb'] : []),
    ...(hasChangeRequests(life) ? ['pending jsonb', 'pending_sealed jsonb'] : []),
    ...(hasMarkedFields(life) ? ['marks jsonb', 'explanations jsonb', 'returned_by bigint'] : []),
    ...(searchColumns.length > 0
      ? [`search_text text generated always as (lower(${searchColumns.join(` || chr(31) || `)})) stored`]
      : []),
    ...base,
  ];
  return [
    `create table ${table} (\n  ${columns.join(',\n  ')}\n);`,
    ...fields.flatMap(([name, one]) => writeUnique(table, name, one, resource)),
    ...numberedFields(resource).flatMap(([name, { gapless }]) =>
      gapless ? [] : [`create sequence ${sequenceOf(resource, name)} owned by ${table}.${name};`],
    ),
    ...fields
      .filter(([, one]) => one.search && one.unique === undefined && kindOf(one).compact)
      .map(([name]) => `create index ${table}_by_${name} on ${table} (compact_identifier(${name}));`),
    ...fields
      .filter(([, one]) => one.kind === 'reference' || one.kind === 'parent')
      .map(([name]) => `create index ${table}_by_${name} on ${table} (${name});`),
    ...(fields.some(([name]) => name === 'area_code')
      ? [`create index ${table}_area on ${table} (area_code${life ? ', status' : ''}, id desc);`]
      : []),
    ...(resource.versions?.inForce ? [`select add_library('${table}', '${resource.versions.of}');`] : []),
    ...(quickSearchIndexTable(resource) ? [`select create_search_table('${table}');`] : []),
    ...(searchColumns.length > 0 && !life
      ? [`create index ${table}_search on ${table} using gin (bigrams(search_text)) with (fastupdate = off);`]
      : []),
  ].join('\n');
}

function writeColumn(name: string, one: AnyField): string {
  const type = kindOf(one).column;
  if (one.kind === 'subject')
    return `${name} ${type} generated always as (case when row_id is not null then subject_of(resource, row_id, row_title) end) stored`;
  return `${name} ${type}${one.required ? ' not null' : ''}`;
}

function writeUnique(table: string, name: string, one: AnyField, { fields }: AnyResource): string[] {
  if (!one.unique) return [];
  const others = one.unique === true ? [] : one.unique;
  const compared = (each: string) =>
    fields[each] && kindOf(fields[each]).compact ? `compact_identifier(${each})` : each;
  const value = kindOf(one).sealed ? `(${name}->>'hash')` : compared(name);
  // rows without a parent, as at the top of a tree, are siblings
  const together = others.length > 0 ? ` nulls not distinct where ${name} is not null` : '';
  const columns = [value, ...others.map(compared)].join(', ');
  return [`create unique index ${[table, name, ...others].join('_')} on ${table} (${columns})${together};`];
}

/** Written after all tables exist, because resources may refer to each other. */
function writeReferences(resource: AnyResource, declared: readonly AnyResource[]): string[] {
  const table = tableOf(resource);
  return Object.entries(resource.fields)
    .filter(([, one]) => targetsOf(one).some(({ key }) => key === 'id') && hasColumn(one))
    .map(([name, one]) => {
      if (isPolymorphicReference(one))
        return `select add_one_of_reference('${table}', '${name}', ${targetsOf(one).map(({ resource: to }) => `'${to}'`)});`;
      const target = declared.find((each) => each.name === one.options.to);
      if (!target) throw new Error(`${resource.name}.${name}: no resource ${String(one.options.to)}`);
      const key = `alter table ${table} add foreign key (${name}) references ${tableOf(target)};`;
      if (one.kind === 'parent') return `${key} select add_tree('${table}', '${name}');`;
      return one.kind === 'reference' ? key : `select add_key_list('${table}', '${name}', '${tableOf(target)}');`;
    });
}
