import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { createTables } from './create-tables.ts';

/** A module that exists only in tests, to be added to the real ones. */
export interface InventedModule {
  readonly module: Module;
  readonly server: ServerModule;
  readonly resources: readonly AnyResource[];
}

/** A module with its server part, which creates its tables when the engine prepares it for the first time. */
export function inventModule(module: Module, server: Partial<ServerModule> = {}): InventedModule {
  const resources = resourcesOf([module]);
  return {
    module,
    resources,
    server: {
      ...server,
      name: module.name,
      async prepare(engine) {
        await createTables(engine.db, resources, engine.resources);
        await server.prepare?.(engine);
      },
    },
  };
}
