import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyTimeSeries, Reading } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { maxPushedReadings, type PushAnswer, pushReadings } from '#server/time-series/store-pushed-readings.ts';
import { measuredResourceOf } from '#server/time-series/validate-time-series-declarations-and-find-resources.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import type { Scope } from '../../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import { refusalOfParameter } from '../refusal/refusal-naming-parameter-and-its-rule.ts';
import type { SigningApplication } from '../signing/verify-signature-status-address-and-quota-of-application.ts';

/** Readings of one series by one application. */
export interface ApplicationPush {
  readonly engine: Engine;
  readonly series: AnyTimeSeries;
  readonly scope: Scope;
  readonly caller: Caller;
  readonly by: SigningApplication;
}

type Row = Readonly<Record<string, unknown>>;
const isRow = (one: unknown): one is Row => typeof one === 'object' && one !== null && !Array.isArray(one);
/** Non-numbers become NaN, which is refused at its row. */
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** How rows are named: `of`, or a field of theirs, with its declaration. */
export function rowNameOf({ engine, series, scope }: Pick<ApplicationPush, 'engine' | 'series' | 'scope'>) {
  const field = scope.rowsBy && measuredResourceOf(series, engine.find).fields[scope.rowsBy.field];
  return scope.rowsBy && field ? { name: scope.rowsBy.field, field } : { name: 'of', field: undefined };
}

/** The keys of rows in the application's area, by what they are named by. One statement for all of them. */
async function findRows(
  { engine, series, scope, caller }: ApplicationPush,
  name: string,
  field: AnyField,
  rows: readonly Row[],
): Promise<(row: Row) => number> {
  const resource = measuredResourceOf(series, engine.find);
  const written = (row: Row) => checkFields({ [name]: field }, { [name]: row[name] }, caller.locale).values[name];
  const names = [...new Set(rows.map(written).filter((one) => typeof one === 'string'))];
  const inScope = scopeOf(resource, caller, engine.find);
  const found = await engine.db.rows<{ id: number; name: string }>(sql`
    select t.id, t.${sql.id(name)} as name from ${sql.id(tableOf(resource))} t where t.${sql.id(name)} = any(${names}::text[])
      and t.status <> all(${[...(scope.rowsBy?.except ?? [])]}::text[])${inScope ? sql` and ${inScope}` : sql.empty}`);
  const keys = new Map(found.map((one) => [one.name, one.id]));
  return (row) => keys.get(String(written(row))) ?? Number.NaN;
}

/** Checked, and stored nowhere. */
function tryReadings({ series, caller }: ApplicationPush, rows: readonly Row[]): PushAnswer {
  const results = rows.map((row) => {
    const { errors } = checkFields(series.values, row, caller.locale);
    return Object.keys(errors).length > 0 ? ({ result: 'refused', errors } as const) : ({ result: 'stored' } as const);
  });
  const stored = results.filter(({ result }) => result === 'stored').length;
  return { stored, known: 0, late: 0, suspect: 0, refused: rows.length - stored, rows: results };
}

/**
 * Takes up to a thousand readings of rows in the application's area, each with what became of it: `{rows: [{of, at, …}]}`. A batch
 * can be repeated, because readings are recognised by row, moment and source, which is the application and what it calls its device.
 */
export async function pushReadingsForApplication(push: ApplicationPush, body: Row): Promise<PushAnswer> {
  const { engine, series, caller, by } = push;
  const { rows: sent } = body;
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > maxPushedReadings)
    throw refusalOfParameter('rows', 'rows', { most: maxPushedReadings });
  const rows = sent.map((one: unknown): Row => (isRow(one) ? one : {}));
  if (by.isSandbox) return tryReadings(push, rows);
  const { name, field } = rowNameOf(push);
  const keyOf = field ? await findRows(push, name, field, rows) : ({ of }: Row) => numberOf(of);
  const readings = rows.map((row): Reading => {
    const { [name]: _, at, source: device, ...values } = row;
    const source =
      typeof device === 'string' && device !== '' ? `application ${by.id} ${device}` : `application ${by.id}`;
    return { ...values, of: keyOf(row), at: numberOf(at), source };
  });
  return pushReadings(engine, series, caller, readings);
}
