/** Replaces modules/server.ts, as registry.ts next to it does for the declarations. */
import type { Module } from '#kernel/module/module.ts';
import { serverModules as real } from '#modules/server.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { serveInsurance } from './example.ts';
import { modules } from './registry.ts';

export const serverModules = (forget: () => void, declared: readonly Module[] = modules): readonly ServerModule[] =>
  real(forget, declared).map((one) => (one.name === 'enterprise' ? serveInsurance(one) : one));
