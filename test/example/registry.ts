/**
 * Replaces modules/registry.ts with `MODULES=test/example`: the example of CONTRIBUTING, which quotes this folder,
 * besides the real modules.
 */

import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import { modules as real } from '#modules/registry.ts';
import { declareInsurance } from './declared.ts';

export const modules: readonly Module[] = real.map((one) => (one.name === 'enterprise' ? declareInsurance(one) : one));

export const resources: readonly AnyResource[] = resourcesOf(modules);

const byName = new Map(resources.map((one) => [one.name.toLowerCase(), one]));

export const findResource = (name: string): AnyResource | undefined => byName.get(name.toLowerCase());
