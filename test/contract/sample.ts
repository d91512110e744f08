import { targetConditionsOfReference } from '#kernel/access/conditions-on-target-rows-of-reference-field.ts';
import { creditCodeCheckDigit } from '#kernel/check/credit-code.ts';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import type { AnyField, KindName } from '#kernel/declaration/field.ts';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { hasColumn, isPolymorphicReference, targetsOf } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { isCitationField } from '#kernel/version/fields-citing-published-version-of-row.ts';
import { articleSamples } from '#modules/article/test/sample.ts';
import { attachmentSamples } from '#modules/attachment/test/sample.ts';
import { rentalSamples } from '#modules/coach-rental/test/sample.ts';
import { complaintSamples } from '#modules/complaint/test/sample.ts';
import { creditSamples } from '#modules/credit/test/sample.ts';
import { crewSamples } from '#modules/crew/test/sample.ts';
import { documentSamples } from '#modules/document/test/sample.ts';
import { enforcementSamples } from '#modules/enforcement/test/sample.ts';
import { enterpriseSamples } from '#modules/enterprise/test/sample.ts';
import { evaluationSamples } from '#modules/evaluation/test/sample.ts';
import { helpSamples } from '#modules/help/test/sample.ts';
import { identitySamples } from '#modules/identity/test/sample.ts';
import { incidentSamples } from '#modules/incident/test/sample.ts';
import { insuranceSamples } from '#modules/insurance/test/sample.ts';
import { librarySamples } from '#modules/library/test/sample.ts';
import { memberSamples } from '#modules/member/test/sample.ts';
import { messageSamples } from '#modules/message/test/sample.ts';
import { openInterfaceSamples } from '#modules/open-interface/test/sample.ts';
import { opinionSamples } from '#modules/opinion/test/sample.ts';
import { reformSamples } from '#modules/reform/test/sample.ts';
import { reportSamples } from '#modules/report/test/sample.ts';
import { rewardSamples } from '#modules/reward/test/sample.ts';
import { scenicSamples } from '#modules/scenic/test/sample.ts';
import { securitySamples } from '#modules/security/test/sample.ts';
import { systemSamples } from '#modules/system/test/sample.ts';
import { travelSamples } from '#modules/travel/test/sample.ts';
import { wechatSamples } from '#modules/wechat/test/sample.ts';
import { type SqlValue, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { toStoredValue } from '#server/write/field/convert-to-stored-values.ts';
import { schemaOf } from '#server/write/field/validate-input-by-field-declarations.ts';

/** Two counties of one prefecture, and one of another. */
export const areas = { own: '530102', near: '530103', foreign: '532901' } as const;

const pad = (n: number, length: number) => String(n).padStart(length, '0');
const withCheck = (body: string, digit: string | undefined) => body + (digit ?? '');
const day = (n: number) => new Date(Date.UTC(2030, 0, 1 + (n % 3000))).toISOString().slice(0, 10);

/** A valid wire value of every kind, different for each `n` if the kind allows it. */
const samples: Readonly<Record<KindName, (n: number, one: AnyField) => unknown>> = {
  text: (n, one) =>
    `样本 Sample ${n}`.slice(0, Number(one.options.max ?? 255)).padEnd(Number(one.options.min ?? 0), '。'),
  identifier: (n, one) =>
    `L-YN${pad(n, 5)}`.padEnd(Number(one.options.min ?? 0), '0').slice(0, Number(one.options.max ?? 255)),
  textarea: (n, one) => `第一行 ${n}\n第二行`.padEnd(Number(one.options.min ?? 0), '。'),
  number: (n, one) => within(n + 0.5, one),
  float: (n, one) => within(n + 0.25, one),
  integer: (n, one) => within(n, one),
  money: (n) => `${n}.50`,
  date: day,
  time: (n) => `08:${pad(n % 60, 2)}:00`,
  year: (n) => 1990 + (n % 40),
  datetime: (n) => 1_750_000_000 + n,
  switch: () => '1',
  select: firstOption,
  radio: firstOption,
  selects: (_, one) => [Object.keys(one.options.options as object)[0]],
  checkbox: (_, one) => [Object.keys(one.options.options as object)[0]],
  reference: () => null,
  references: () => [],
  branches: () => [],
  parent: () => null,
  area: (n, one) => (one.unique === true ? `99${pad(n % 10_000, 4)}` : areas.own),
  place: (n) => ({ lng: 102.7 + (n % 100) / 1000, lat: 25.04 }),
  file: sampleFile,
  files: (n, one) => [sampleFile(n, one)],
  image: sampleFile,
  images: (n, one) => [sampleFile(n, one)],
  pairs: (n) => [{ key: 'name', value: `第 ${n} 项` }],
  color: () => '#3d7a6f',
  icon: () => 'el-icon-School',
  editor: (n) => `<p>正文 ${n}</p>`,
  password: (n) => `Secret-${n}`,
  account: (n) => `user_${n}`,
  email: (n) => `person${n}@example.com`,
  url: (n) => `https://example.com/${n}`,
  personName: (n) => `欧阳${'甲乙丙丁戊己庚辛壬癸'.charAt(n % 10)}`,
  mobile: (n) => `138${pad(n, 8)}`,
  idNumber: (n) => {
    const body = `530102199001${pad(1 + (Math.floor(n / 1000) % 28), 2)}${pad(n % 1000, 3)}`;
    return withCheck(body, idNumberCheckDigit(body));
  },
  creditCode: (n) => {
    const body = `91530102MA6${pad(n, 6)}`;
    return withCheck(body, creditCodeCheckDigit(body));
  },
  plate: (n) => `云A${pad(n % 100_000, 5)}`,
  oneOf: (_, one) => `${targetsOf(one)[0]?.resource}:1`,
  subject: (n) => ({ resource: 'system/area', id: n + 1, title: null }),
  rows: () => [],
  signature: (n) => ({ strokes: [[100, 100, 200, n % 300]] }),
};

/** Files that samples name: fewer than an export returns directly. */
const sampledFiles = 1000;

function sampleFile(n: number, one: AnyField): string {
  const folder = one.options.private === true ? 'private/' : '';
  const type = one.options.accept === 'pdf' ? 'pdf' : 'png';
  // a file that each row has for itself must be none of these shared ones, of which there are so many
  // (insertAttachments)
  return `/storage/${folder}${one.unique ? `own/${n}` : `sample/${n % sampledFiles}`}.${type}`;
}

function firstOption(_: number, one: AnyField): unknown {
  return Object.keys(one.options.options as object)[0];
}

function within(n: number, one: AnyField): number {
  const { min = -1e9, max = 1e9 } = one.options as { min?: number; max?: number };
  return Math.min(Math.max(n, min), max);
}

/** A valid wire value of a declared field. */
export const sampleValue = (one: AnyField, n: number): unknown => samples[one.kind](n, one);

/**
 * The rows that a sample refers to: a key for every referenced resource, and for those of its rows that a reference
 * requires.
 */
export type Targets = ReadonlyMap<string, number>;

/** Whether a field names the version before or after a row: a sample has no other versions. */
const isNextToIt = ({ versions }: AnyResource, name: string): boolean =>
  versions !== undefined && ['previous_id', 'next_id'].includes(name);

/** The key under which the rows that a reference may name are stored: the resource, and the conditions on them. */
export const targetName = (one: AnyField): string =>
  [
    String(one.options.to),
    ...targetConditionsOfReference(one).map((check) => check.map(String).join(' ')),
    ...(isCitationField(one) ? ['published'] : []),
  ].join(' / ');

/** Columns of a row that meets the conditions of a reference; undefined: there are none, or more complicated ones. */
export function columnsMeeting(one: AnyField): Record<string, SqlValue> | undefined {
  // of a library; parts of its rows are cited by tests of their own
  if (isCitationField(one)) return { status: 'published', effective_from: '2004-01-01', effective_to: null };
  const conditions = targetConditionsOfReference(one).flatMap(([name, operator, value]) =>
    operator === '=' || operator === 'IN'
      ? [[name, [value].flat()[0]]]
      : // days of samples are years ahead
        operator === '>=' && value === today
        ? []
        : [undefined],
  );
  return conditions.length === 0 || conditions.includes(undefined)
    ? undefined
    : Object.fromEntries(conditions as [string, SqlValue][]);
}

/**
 * What modules define for samples of their resources: values that a rule between fields requires, or that are made from
 * the number of a sample where each must differ.
 */
const ofModules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...articleSamples,
  ...attachmentSamples,
  ...crewSamples,
  ...documentSamples,
  ...enforcementSamples,
  ...enterpriseSamples,
  ...helpSamples,
  ...identitySamples,
  ...incidentSamples,
  ...scenicSamples,
  ...insuranceSamples,
  ...librarySamples,
  ...memberSamples,
  ...messageSamples,
  ...openInterfaceSamples,
  ...opinionSamples,
  ...complaintSamples,
  ...creditSamples,
  ...evaluationSamples,
  ...reformSamples,
  ...reportSamples,
  ...rewardSamples,
  ...rentalSamples,
  ...securitySamples,
  ...systemSamples,
  ...travelSamples,
  ...wechatSamples,
};

const valuesOf = (resource: string, n: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(ofModules[resource] ?? {}).map(([name, values]) => [
      name,
      typeof values === 'function' ? (values as (n: number) => unknown)(n) : values,
    ]),
  );

/** What they define for columns that only the server writes: needed in rows, never sent in forms. */
const ofServer = ({ fields, name }: AnyResource, n: number): [string, unknown][] =>
  Object.entries(valuesOf(name, n)).filter(([column]) => fields[column]?.write === 'server');

/** A complete valid form of a resource. */
export function sampleInput(resource: AnyResource, n: number, targets: Targets): Record<string, unknown> {
  const sampled = Object.entries(writableFields(resource, 'add', { actor: 'admin' })).map(([name, one], place) => [
    name,
    valueIn(one, n, targets, place),
  ]);
  const values = Object.entries(valuesOf(resource.name, n)).filter(
    ([name]) => resource.fields[name]?.write !== 'server',
  );
  return Object.fromEntries([...sampled, ...values]);
}

/** Dates of a row are in the order of its fields: the begin comes before the end. */
function valueIn(one: AnyField, n: number, targets: Targets, place: number): unknown {
  if (one.kind === 'date') return day(n + 30 * place);
  const named = targetsOf(one).find(({ resource }) => targets.has(resource));
  if (isPolymorphicReference(one)) return named ? `${named.resource}:${targets.get(named.resource)}` : null;
  const target =
    targets.get(targetName(one)) ?? (isCitationField(one) ? null : targets.get(String(one.options.to))) ?? null;
  if (one.kind === 'reference' || one.kind === 'parent') return one.kind === 'parent' ? null : target;
  if (one.kind === 'references' || one.kind === 'branches') return target === null ? [] : [target];
  return sampleValue(one, n);
}

/**
 * Files that samples name, as if shipped with the platform: public ones, and private ones for fields that require them.
 */
export async function insertAttachments(engine: Engine): Promise<void> {
  await engine.db.query(
    sql`insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private)
      select '/storage/' || case when hidden then 'private/' else '' end || 'sample/' || n || '.' || type, n || '.' || type, 1, mimetype, type || n, type || n, hidden
      from generate_series(0, ${sampledFiles - 1}) n, unnest(array[true, false]) hidden,
        (values ('png', 'image/png'), ('pdf', 'application/pdf')) types (type, mimetype)`,
  );
}

/**
 * Inserts a row directly into the table with every declared column filled, whoever may write it: the subject of the
 * tests of lists, masks and scopes. `set` overrides the sampled values.
 */
export async function insertRow(
  engine: Engine,
  resource: AnyResource,
  n: number,
  targets: Targets,
  set: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const values: Record<string, SqlValue> = {};
  const sent = valuesOf(resource.name, n);
  for (const [place, [name, one]] of Object.entries(resource.fields).entries()) {
    if (one.kind === 'subject' || !hasColumn(one) || one.computed || isNextToIt(resource, name)) continue; // derived from other columns or rows
    // days, moments and places that rules compare are the same as those in forms, as is what hides a row from lists
    const compared = ['date', 'datetime', 'references', 'password'].includes(one.kind) || name === resource.archived;
    const value = compared && sent[name] !== undefined ? sent[name] : valueIn(one, n, targets, place);
    values[name] = value === null ? null : toStoredValue(one, schemaOf(one).parse(value), engine.seal);
  }
  if (resource.life) values.status = resource.life.initial;
  for (const [name, value] of ofServer(resource, n)) {
    values[name] = value as SqlValue;
    // the product creates a row of that name itself
    if (resource.fields[name]?.unique === true)
      await engine.db.query(sql`delete from ${sql.id(tableOf(resource))} where ${sql.id(name)} = ${values[name]}`);
  }
  for (const [name, value] of Object.entries(set)) values[name] = value as SqlValue;
  for (const { name, type, generated } of await otherColumns(engine, resource)) {
    if (generated) delete values[name];
    else values[name] ??= type === 'jsonb' ? '{}' : /char|text/.test(type) ? 'sample' : 0;
  }
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  const row = await engine.db.row<{
    id: number;
  }>(sql`insert into ${sql.id(tableOf(resource))} (${sql.join(names.map((name) => sql.id(name)))})
    values (${sql.join(names.map((name) => values[name] as SqlValue))}) returning id`);
  const { id } = row as { id: number };
  // officers do not see drafts of applicants: this one was entered by an officer
  if ((resource.life as Lifecycle | undefined)?.states[resource.life?.initial ?? '']?.ownersOnly)
    await engine.db.query(sql`insert into history (resource, row_id, action, to_status, actor_type, actor_name)
      values (${resource.name}, ${id}, 'add', ${resource.life?.initial ?? null}, 'admin', 'sample')`);
  return id;
}

interface OtherColumn {
  readonly name: string;
  readonly type: string;
  readonly generated: boolean;
}

/** A table is described once for the three rows that a test has of it. */
const columnsOf = new WeakMap<AnyResource, Promise<readonly OtherColumn[]>>();

/** Required columns that no declaration names, of the platform; and those that the database fills by itself. */
function otherColumns(engine: Engine, resource: AnyResource): Promise<readonly OtherColumn[]> {
  const found =
    columnsOf.get(resource) ??
    engine.db.rows<OtherColumn & Record<string, unknown>>(sql`
      select attname::text as name, format_type(atttypid, null) as type, attgenerated <> '' as generated
      from pg_attribute where attrelid = to_regclass(${tableOf(resource)}) and attnum > 0 and not attisdropped
        and (attgenerated <> '' or attnotnull and not atthasdef and attidentity = '')`);
  columnsOf.set(resource, found);
  return found;
}
