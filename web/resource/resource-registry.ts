import { fieldsMarkableOnReturn } from '#kernel/access/fields-markable-on-return.ts';
import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import { type Related, relatedTo } from '#kernel/resource/related-rows.ts';

const byName = new Map<string, AnyResource>();
let measured: readonly AnyTimeSeries[] = [];

/** A resource as whoever is at the screen knows it. */
type Know = (resource: AnyResource, find: FindResource) => AnyResource;

let know: Know = (resource) => resource;

/**
 * Tells the generic screens which resources there are, and how whoever is at them knows one. The composition root calls
 * it once before anything is drawn: this room must not know the modules.
 */
export function provideResources(
  resources: readonly AnyResource[],
  series: readonly AnyTimeSeries[],
  visibility: Know,
): void {
  know = visibility;
  measured = series;
  byName.clear();
  for (const one of resources) byName.set(one.name.toLowerCase(), one);
}

let declared: readonly Module[] = [];

/** The same from the modules. */
export function provideModules(modules: readonly Module[], visible: Know): void {
  declared = modules;
  const series = modules.flatMap((module) => module.series ?? []);
  provideResources(resourcesOf(modules), series, visible);
}

/** Every area of the business, in the order of the menu. */
export const declaredModules = (): readonly Module[] => declared;

/** Every resource as it is declared, whoever is at the screen. */
export const declaredResources = (): readonly AnyResource[] => [...byName.values()];

const findDeclared = (name: string): AnyResource | undefined => byName.get(name.toLowerCase());

/**
 * A resource as whoever is at the screen knows it: fields they may not read are not drawn, those they may not write are
 * shown. Screens of a module's own ask here; what is found by its name was asked already.
 */
export const visibleHere = (resource: AnyResource): AnyResource => know(resource, findDeclared);

/** What belongs to a record of a resource: what refers to it. */
export const relatedOf = (resource: AnyResource): readonly Related[] =>
  relatedTo(resource, [...byName.values()].map(visibleHere));

/** A resource by its name, as references and relations name it, and as it is known here. */
export function findResource(name: string): AnyResource | undefined {
  const resource = findDeclared(name);
  return resource && visibleHere(resource);
}

/** What a return that leads to a state can mark, of what is known here. */
export function markableHere(resource: AnyResource, state: string): Fields {
  const open = fieldsMarkableOnReturn(findDeclared(resource.name) ?? resource, state, findDeclared);
  return Object.fromEntries(Object.entries(open).filter(([name]) => Object.hasOwn(resource.fields, name)));
}

/** What is measured of the rows of a resource. */
export const seriesOf = (resource: AnyResource): readonly AnyTimeSeries[] =>
  measured.filter((one) => one.of === resource.name);
