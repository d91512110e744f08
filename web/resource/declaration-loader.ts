import { use, useEffect, useSyncExternalStore } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import {
  findResourceNameInIndex,
  type LazilyLoadedDeclarations,
  type ModulesNeededByScreens,
  moduleNameOf,
  modulesNeededByModuleScreens,
  modulesNeededByResourceScreens,
  modulesOfParentRows,
} from '#kernel/module/resource-index-for-lazy-loading.ts';
import { findResource, provideModules, type ReduceToVisible } from './resource-registry.ts';

let given: LazilyLoadedDeclarations = { index: {}, load: {} };
let know: ReduceToVisible = (resource) => resource;
const loaded = new Map<string, Module>();
const loading = new Map<string, Promise<void>>();
const waiting = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

/** Registers what is known of the modules before they are loaded, and how resources are reduced to what a user may see. */
export function provideDeclarations(declarations: LazilyLoadedDeclarations, visibility: ReduceToVisible): void {
  given = declarations;
  know = visibility;
}

/** Whether a resource of this name is declared, loaded or not. */
export const isResourceDeclared = (name: string): boolean => findResourceNameInIndex(given.index, name) !== undefined;

/** The modules that the list of a resource and its record pages need; undefined: it is not declared. */
export function modulesNeededByResource(resource: string): ModulesNeededByScreens | undefined {
  const name = findResourceNameInIndex(given.index, resource);
  return name === undefined ? undefined : modulesNeededByResourceScreens(given.index, name);
}

/** The modules that a hand-written screen needs, by the name of its rule. */
export const modulesNeededByScreen = (rule: string): readonly string[] =>
  modulesNeededByResource(rule)?.list ?? modulesNeededByModuleScreens(given.index, moduleNameOf(rule));

/** The names of all modules. */
export const allModuleNames = (): readonly string[] => Object.keys(given.load);

/** Modules become known together with those of the parents of their rows, which decide who may see what. */
function loadModule(name: string): Promise<void> {
  const running = loading.get(name);
  if (running) return running;
  const load = given.load[name];
  if (!load) return Promise.reject(new Error(`there is no module ${name}`));
  const started = Promise.all([load(), ...modulesOfParentRows(given.index, name).map(loadModule)]).then(([module]) =>
    register(name, module),
  );
  loading.set(name, started);
  // What failed is tried again when it is next needed.
  started.catch(() => loading.delete(name));
  return started;
}

function register(name: string, module: Module): void {
  loaded.set(name, module);
  const order = allModuleNames();
  const modules = order.flatMap((one) => loaded.get(one) ?? []);
  provideModules(modules, know);
  if (modules.length === order.length) {
    const resources = resourcesOf(modules);
    for (const { complete } of modules) complete?.(resources);
  }
  for (const listener of listeners) listener();
}

/** Loads the declarations of modules; undefined when they are there already. The same promise for the same modules. */
export function loadDeclarations(modules: readonly string[]): Promise<void> | undefined {
  const missing = modules.filter((name) => !loaded.has(name));
  if (missing.length === 0) return undefined;
  const key = missing.join();
  const running = waiting.get(key);
  if (running) return running;
  const started = Promise.all(missing.map(loadModule)).then(() => undefined);
  waiting.set(key, started);
  const forget = () => void waiting.delete(key);
  started.then(forget, forget);
  return started;
}

/** The same for what will be needed soon: failures are left to the screen that needs it, which tries again. */
export function preloadDeclarations(modules: readonly string[]): void {
  loadDeclarations(modules)?.catch(() => undefined);
}

/** Starts to load what an address needs, such as `/admin/enterprise/licence/12`, before it is known what it opens. */
export function preloadDeclarationsOfPath(path: string): void {
  const [, , module = '', rest = '', id = ''] = path.split(/[/?#]/);
  const modules = modulesNeededByResource(`${module}/${rest}`);
  preloadDeclarations((/^\d+$/.test(id) ? modules?.record : modules?.list) ?? modulesNeededByScreen(module));
}

/** Suspends a component until the declarations of these modules are loaded; `meanwhile` loads what it draws. */
export function useDeclarations(modules: readonly string[], meanwhile?: () => Promise<unknown>): void {
  const pending = loadDeclarations(modules);
  if (!pending) return;
  meanwhile?.().catch(() => undefined);
  use(pending);
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const countLoaded = () => loaded.size;

/** Draws a component again when modules arrive. Returns how many are loaded, as a dependency of what is remembered. */
export const useLoadedModules = (): number => useSyncExternalStore(listen, countLoaded);

/** {@link useLoadedModules} for what draws resources of all modules, without waiting for them. */
export function useAllModules(): number {
  useEffect(() => preloadDeclarations(allModuleNames()), []);
  return useLoadedModules();
}

/** A resource that data name, such as the subject of a message; undefined until its module is loaded. */
export function useResource(name: string | undefined): AnyResource | undefined {
  useEffect(() => {
    if (name !== undefined && isResourceDeclared(name)) preloadDeclarations([moduleNameOf(name)]);
  }, [name]);
  useLoadedModules();
  return name === undefined ? undefined : findResource(name);
}

/** The loader of a screen that shows something of all resources: it waits for their declarations as well. */
export const withAllDeclarations =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [screen] = await Promise.all([load(), loadDeclarations(allModuleNames())]);
    return screen;
  };
