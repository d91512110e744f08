import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { kindOf, targetOf } from '#kernel/field/field.ts';
import {
  type AnyTimeSeries,
  gapEvents,
  hasStates,
  levelEvents,
  numericValuesOf,
  secondsUntilLost,
} from '#kernel/module/time-series.ts';
import { levelStepPercentages } from '#kernel/module/time-series-level-steps-with-hysteresis.ts';
import { scopeResourceOf } from '#kernel/resource/parent-resource.ts';

/** Column type of a value. */
export const columnTypeOfValue = (one: AnyField): string => kindOf(one).column;

/**
 * Throws if a series refers to no declared resource, has the name of a resource or of another series, or declares its
 * levels, gaps, pushing rows, balance or hourly figures wrongly.
 */
export function refuseInvalidTimeSeriesDeclarations(all: readonly AnyTimeSeries[], find: FindResource): void {
  const names = new Set<string>();
  for (const one of all) {
    const parent = measuredResourceOf(one, find);
    const name = one.name.toLowerCase();
    if (find(name) || names.has(name)) throw new Error(`series ${one.name}: the name is taken`);
    names.add(name);
    checkLevels(one, parent);
    checkGaps(one, parent);
    checkPushed(one, parent, find);
    checkBalance(one);
    checkRolledUp(one);
  }
}

/** The resource whose rows the readings belong to. Throws if it is not declared. */
export function measuredResourceOf(one: AnyTimeSeries, find: FindResource): AnyResource {
  const parent = find(one.of);
  if (!parent) throw new Error(`series ${one.name}: ${one.of} is not declared`);
  return parent;
}

/** The resource whose rows push a series. Throws if it is not declared. */
export function pushingResourceOf(one: AnyTimeSeries, find: FindResource): AnyResource {
  const sources = find(one.pushed?.by ?? '');
  if (!sources) throw new Error(`series ${one.name}: ${one.pushed?.by} is not declared`);
  return sources;
}

const isNumber = (one: AnyField | undefined): boolean => {
  const kind = one && kindOf(one);
  return kind?.sums !== undefined && kind.sheetFormat === '0';
};

function checkFactsOf(one: AnyTimeSeries, { name, facts = [] }: AnyResource, emitted: readonly string[]): void {
  const missing = emitted.filter((fact) => !facts.includes(fact));
  if (missing.length > 0) throw new Error(`series ${one.name}: ${name} lacks facts ${missing.join(', ')}`);
}

function checkLevels(one: AnyTimeSeries, parent: AnyResource): void {
  const { levels } = one;
  if (!levels) return;
  const fault = (why: string) => new Error(`series ${one.name}: ${why}`);
  if (!numericValuesOf(one).includes(levels.of)) throw fault(`levels of ${levels.of}, which is no number`);
  const limit = parent.fields[levels.against];
  const counted = limit?.from?.how === 'latest' || isNumber(limit);
  if (!limit || !counted || limit.through) throw fault(`${parent.name}.${levels.against} is no number of its own`);
  const steps = levelStepPercentages(levels);
  if (steps.length === 0 || !steps.every((step) => Number.isInteger(step) && step > 0 && step <= 1000))
    throw fault('steps are whole percentages above 0');
  if (!(levels.downBy > 0 && levels.downBy < (steps[0] ?? 0) && levels.after.minutes > 0))
    throw fault('a level needs downBy below its first step, and minutes');
  checkFactsOf(one, parent, levelEvents);
}

function checkGaps(one: AnyTimeSeries, parent: AnyResource): void {
  const { every, gapAfter } = one;
  if (every !== undefined && !(every > 0)) throw new Error(`series ${one.name}: every ${every} seconds`);
  if (gapAfter === undefined) return;
  if (every === undefined || !(Number.isInteger(gapAfter) && gapAfter > 0))
    throw new Error(`series ${one.name}: gapAfter counts intervals of every`);
  if ((secondsUntilLost(one) ?? 0) < 60) throw new Error(`series ${one.name}: gaps are looked for once a minute`);
  checkFactsOf(one, parent, gapEvents);
}

function checkPushed(one: AnyTimeSeries, parent: AnyResource, find: FindResource): void {
  const { pushed } = one;
  if (!pushed) return;
  const fault = (why: string) => new Error(`series ${one.name}: ${why}`);
  const sources = pushingResourceOf(one, find);
  const { area_code } = sources.fields;
  if (!area_code || targetOf(area_code)?.key !== 'code') throw fault(`${sources.name} has no area_code`);
  if (scopeResourceOf(parent, find).scope !== 'area')
    throw fault(`rows of ${parent.name} have no area by which sources could be told apart`);
  const only = pushed.only === undefined ? undefined : sources.fields[pushed.only];
  if (pushed.only !== undefined && targetOf(only ?? area_code)?.resource !== parent.name)
    throw fault(`${sources.name}.${pushed.only} is no reference to ${parent.name}`);
  const enabled = pushed.enabled === undefined ? undefined : sources.fields[pushed.enabled];
  if (pushed.enabled !== undefined && (!enabled || kindOf(enabled).column !== 'boolean'))
    throw fault(`${sources.name}.${pushed.enabled} is no switch`);
  for (const name of pushed.suspect ?? [])
    if (!numericValuesOf(one).includes(name)) throw fault(`${name} is no number that could jump`);
}

function checkBalance(one: AnyTimeSeries): void {
  const { balance } = one;
  if (!balance) return;
  const used = [balance.of, balance.adds, balance.takes, ...(balance.total === undefined ? [] : [balance.total])];
  const numbers = numericValuesOf(one);
  for (const name of used)
    if (!numbers.includes(name)) throw new Error(`series ${one.name}: balance of ${name}, which is no number`);
  if (new Set(used).size < used.length || used.some((name) => (one.values[name] as AnyField).required))
    throw new Error(`series ${one.name}: values of a balance are different, and not required`);
  if (!hasStates(one)) throw new Error(`series ${one.name}: a balance needs levels or gapAfter`);
}

function checkRolledUp(one: AnyTimeSeries): void {
  const { rolledUp } = one;
  if (!rolledUp) return;
  if (!(rolledUp.days >= one.retention.days))
    throw new Error(`series ${one.name}: hours are stored for a shorter time than readings`);
  for (const name of rolledUp.values)
    if (!numericValuesOf(one).includes(name))
      throw new Error(`series ${one.name}: hours of ${name}, which is no number`);
}
