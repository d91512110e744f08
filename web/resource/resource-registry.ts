import { fieldsMarkableWhenReturningRow } from '#kernel/access/fields-markable-when-returning-row-for-correction.ts';
import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import { type ReferringRows, rowsReferringTo } from '#kernel/resource/reference-fields-pointing-to-resource.ts';

const byName = new Map<string, AnyResource>();
let measured: readonly AnyTimeSeries[] = [];

/** Reduces a resource to what the present user may see. */
export type ReduceToVisible = (resource: AnyResource, find: FindResource) => AnyResource;

let know: ReduceToVisible = (resource) => resource;

/** Registers the resources, and how they are reduced to what a user may see: this room must not import modules. */
export function provideResources(
  resources: readonly AnyResource[],
  series: readonly AnyTimeSeries[],
  visibility: ReduceToVisible,
): void {
  know = visibility;
  measured = series;
  byName.clear();
  for (const one of resources) byName.set(one.name.toLowerCase(), one);
}

let declared: readonly Module[] = [];

/** The same, taken from the modules that are loaded, in the order of the menu. */
export function provideModules(modules: readonly Module[], visible: ReduceToVisible): void {
  declared = modules;
  const series = modules.flatMap((module) => module.series ?? []);
  provideResources(resourcesOf(modules), series, visible);
}

/** The loaded modules in the order of the menu. */
export const declaredModules = (): readonly Module[] => declared;

/** The resources of loaded modules as declared. */
export const declaredResources = (): readonly AnyResource[] => [...byName.values()];

const findDeclared = (name: string): AnyResource | undefined => byName.get(name.toLowerCase());

/**
 * A resource without the fields this user may not read; those they may not write are read-only. Screens of modules
 * call it; `findResource` has done so already.
 */
export const visibleToSignedInUser = (resource: AnyResource): AnyResource => know(resource, findDeclared);

/** Resources of loaded modules that refer to a resource, with the field. */
export const resourcesReferringTo = (resource: AnyResource): readonly ReferringRows[] =>
  rowsReferringTo(resource, [...byName.values()].map(visibleToSignedInUser));

/**
 * Finds a resource by name, reduced to what this user may see. Undefined until its module is loaded: lists, records and
 * screens wait for the modules they name (`declaration-loader.ts`).
 */
export function findResource(name: string): AnyResource | undefined {
  const resource = findDeclared(name);
  return resource && visibleToSignedInUser(resource);
}

/** Fields that a return to a state can mark, of those this user may see. */
export function visibleFieldsMarkableOnReturn(resource: AnyResource, state: string): Fields {
  const open = fieldsMarkableWhenReturningRow(findDeclared(resource.name) ?? resource, state, findDeclared);
  return Object.fromEntries(Object.entries(open).filter(([name]) => Object.hasOwn(resource.fields, name)));
}

/** Time series of the rows of a resource. */
export const timeSeriesOf = (resource: AnyResource): readonly AnyTimeSeries[] =>
  measured.filter((one) => one.of === resource.name);

/** Whether rows of a resource push readings, and so have secrets. */
export const pushesReadings = ({ name }: AnyResource): boolean => measured.some(({ pushed }) => pushed?.by === name);
