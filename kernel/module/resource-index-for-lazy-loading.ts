import type { AnyField } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { targetsOf } from '../field/field.ts';
import { childListsOf } from '../resource/child-lists-of-resource.ts';
import { type Module, resourcesOf } from './module.ts';
import { documentOptions } from './official-document.ts';

/**
 * The resources by module, and then by the rest of their name, with those of other modules that they refer to, separated
 * by spaces: `{ crew: { vehicle: '^enterprise/enterprise' } }`. `^` marks a parent or the resource of the people, and `*` a
 * resource with options from all modules. A name that ends with `/` is that of a module whose documents are options.
 */
export type ResourceIndex = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The modules of an index that the screens of a resource need: for its list and forms, and for its record pages. */
export interface ModulesNeededByScreens {
  readonly list: readonly string[];
  /** Also those whose rows refer to it. */
  readonly record: readonly string[];
}

/** What the browser knows of the modules at first, and how it loads their declarations, in the order of the menu. */
export interface LazilyLoadedDeclarations {
  readonly index: ResourceIndex;
  readonly load: Readonly<Record<string, () => Promise<Module>>>;
}

/** The module of a resource, which its name begins with. */
export const moduleNameOf = (resource: string): string => (resource.split('/', 1)[0] ?? '').toLowerCase();

const parentMark = '^';
const everything = '*';

const referencesIn = (index: ResourceIndex, resource: string): readonly string[] => {
  const module = moduleNameOf(resource);
  return index[module]?.[resource.slice(module.length + 1)]?.split(' ').filter(Boolean) ?? [];
};

/** Nothing for `*`. */
const resourceOf = (reference: string) => reference.replace(/^[*^]/, '');

/** The name of a resource of the index as it is declared, from one in any case; undefined: there is none. */
export function findResourceNameInIndex(index: ResourceIndex, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const module = moduleNameOf(wanted);
  const own = Object.keys(index[module] ?? {}).find((rest) => `${module}/${rest}`.toLowerCase() === wanted);
  return own === undefined ? undefined : `${module}/${own}`;
}

/** Modules with parents of a module's rows: without them nobody can tell who may see what. */
export const modulesOfParentRows = (index: ResourceIndex, module: string): readonly string[] => [
  ...new Set(
    Object.keys(index[module] ?? {}).flatMap((rest) =>
      referencesIn(index, `${module}/${rest}`)
        .filter((one) => one.startsWith(parentMark))
        .map((one) => moduleNameOf(resourceOf(one))),
    ),
  ),
];

const modulesReferredTo = (index: ResourceIndex, resource: string): readonly string[] => [
  ...new Set([resource, ...referencesIn(index, resource).map(resourceOf).filter(Boolean)].map(moduleNameOf)),
];

const modulesOfList = (index: ResourceIndex, resource: string): readonly string[] =>
  referencesIn(index, resource).includes(everything) ? Object.keys(index) : modulesReferredTo(index, resource);

/** The modules that the screens of a resource need. */
export function modulesNeededByResourceScreens(index: ResourceIndex, resource: string): ModulesNeededByScreens {
  const list = modulesOfList(index, resource);
  const referring = Object.entries(index).flatMap(([module, resources]) =>
    Object.keys(resources)
      .map((rest) => `${module}/${rest}`)
      .filter((one) => referencesIn(index, one).map(resourceOf).includes(resource)),
  );
  return { list, record: [...new Set([...list, ...referring.flatMap((one) => modulesOfList(index, one))])] };
}

/** The modules that a hand-written screen of a module needs: those its resources refer to, and itself. */
export const modulesNeededByModuleScreens = (index: ResourceIndex, module: string): readonly string[] => [
  ...new Set(Object.keys(index[module] ?? {}).flatMap((rest) => modulesReferredTo(index, `${module}/${rest}`))),
];

const fieldsOf = ({ fields, life }: AnyResource): readonly AnyField[] => [
  ...Object.values(fields),
  ...Object.values<Move>(life?.moves ?? {}).flatMap(({ input }) => Object.values(input ?? {})),
];

const referencesOf = (one: AnyResource): readonly string[] =>
  fieldsOf(one).flatMap((field) => [
    ...targetsOf(field).map(({ resource }) => resource),
    ...(field.from ? [field.from.of] : []),
  ]);

const countOptions = (one: AnyResource): number =>
  fieldsOf(one).reduce((sum, { options }) => sum + Object.keys(options.options ?? {}).length, 0);

/** Whether every declared document is an option of a field. */
const offersDocuments = (one: AnyResource): boolean =>
  fieldsOf(one).some(({ options }) => (options as { optionList?: unknown }).optionList === documentOptions);

/** Resources whose options `complete` fills in. */
function completedResources(modules: readonly Module[], resources: readonly AnyResource[]): ReadonlySet<AnyResource> {
  const completeWith = (some: readonly AnyResource[]) => {
    for (const { complete } of modules) complete?.(some);
  };
  completeWith([]);
  const before = new Map(resources.map((one) => [one, countOptions(one)]));
  completeWith(resources);
  return new Set(resources.filter((one) => countOptions(one) !== before.get(one)));
}

/**
 * Throws where modules need each other for the parents of their rows: none of them could be loaded before the others.
 */
function refuseCircularParents(index: ResourceIndex): void {
  const walk = (module: string, path: readonly string[]): void => {
    if (path.includes(module))
      throw new Error(
        `${[...path.slice(path.indexOf(module)), module].join(' → ')}: rows of each module have parents in the next; move one of the resources`,
      );
    for (const parent of modulesOfParentRows(index, module)) walk(parent, [...path, module]);
  };
  for (const module of Object.keys(index)) walk(module, []);
}

/** The index of modules. Throws if modules are parents of each other. */
export function indexResources(modules: readonly Module[]): ResourceIndex {
  const index = describeResources(modules);
  refuseCircularParents(index);
  return index;
}

function describeResources(modules: readonly Module[]): ResourceIndex {
  const resources = resourcesOf(modules);
  const completed = completedResources(modules, resources);
  const byName = new Map(resources.map((one) => [one.name, one]));
  const issuing = modules.filter(({ documents = [] }) => documents.length > 0).map((module) => `${module.name}/`);
  const describe = (one: AnyResource): string => {
    const children = childListsOf(one).flatMap(([, { options }]) => byName.get(String(options.of)) ?? []);
    const deciding = [
      ...(one.partOf === undefined
        ? []
        : targetsOf(one.fields[one.partOf] as AnyField).map(({ resource }) => resource)),
      ...(one.people === undefined ? [] : [one.people]),
    ];
    const names = [...deciding, ...[one, ...children].flatMap(referencesOf), ...(offersDocuments(one) ? issuing : [])];
    const others = [...new Set(names)].filter((name) => moduleNameOf(name) !== moduleNameOf(one.name));
    return [
      ...(completed.has(one) ? [everything] : []),
      ...others.map((name) => `${deciding.includes(name) ? parentMark : ''}${name}`),
    ].join(' ');
  };
  return Object.fromEntries(
    modules.map((module) => [
      module.name,
      Object.fromEntries(
        resourcesOf([module]).map((one) => {
          if (moduleNameOf(one.name) !== module.name)
            throw new Error(`${one.name}: the name must begin with that of its module, ${module.name}/`);
          return [one.name.slice(module.name.length + 1), describe(one)];
        }),
      ),
    ]),
  );
}
