import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import type { FieldErrors } from '../field/validate-input-by-field-declarations.ts';
import { refuseInvalidNotificationDeclarations } from '../statement/send-declared-notifications.ts';
import type { RestoreContext, WriteContext } from './write-hooks-of-module.ts';

/** Hooks of all modules by resource, in the order of the modules. */
export function collectHooks(
  modules: readonly { readonly hooks?: Readonly<Record<string, WriteHooksOfAnyResource>> }[],
  resources: readonly AnyResource[],
): ReadonlyMap<string, readonly WriteHooksOfAnyResource[]> {
  const gathered = new Map<string, WriteHooksOfAnyResource[]>();
  const find = (name: string) => resources.find((one) => one.name === name);
  for (const [name, hooks] of modules.flatMap((one) => Object.entries(one.hooks ?? {}))) {
    const resource = find(name);
    if (!resource) throw new Error(`hooks for ${name}, which is not declared`);
    for (const move of Object.keys(hooks.moves ?? {}))
      if (!Object.hasOwn(resource.life?.moves ?? {}, move))
        throw new Error(`${name}: a hook for ${move}, which is no move`);
    refuseInvalidNotificationDeclarations(resource, hooks, find);
    gathered.set(name, [...(gathered.get(name) ?? []), hooks]);
  }
  return gathered;
}

/** Runs the hooks of a write in order; later ones can rely on earlier ones not having refused. */
export async function runHooks(
  { hooks }: Pick<Engine, 'hooks'>,
  context: WriteContext,
  errors: FieldErrors,
): Promise<void> {
  const { resource, operation, move = '' } = context;
  for (const one of hooks.get(resource.name) ?? []) {
    if (Object.keys(errors).length > 0) return;
    await (operation === 'move' ? one.moves?.[move] : one[operation])?.(context);
  }
}

/** Runs the hooks that may refuse to restore a deleted row. */
export async function runRestoreHooks(engine: Engine, resource: AnyResource, context: RestoreContext): Promise<void> {
  for (const one of engine.hooks.get(resource.name) ?? []) await one.restore?.(context);
}
