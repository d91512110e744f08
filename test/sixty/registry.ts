/**
 * Replaces modules/registry.ts with `MODULES=test/sixty`: sixty invented resources, a library and the example of
 * CONTRIBUTING besides the real modules.
 */

import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import { modules as real } from '#modules/registry.ts';
import { declareInsurance } from '../example/declared.ts';
import { shelf } from './shelf.ts';
import { sixty } from './sixty.ts';

export const modules: readonly Module[] = [
  ...real.map((one) => (one.name === 'enterprise' ? declareInsurance(one) : one)),
  ...sixty,
  shelf,
];

export const resources: readonly AnyResource[] = resourcesOf(modules);

export const series: readonly AnyTimeSeries[] = modules.flatMap((one) => one.series ?? []);

const byName = new Map(resources.map((one) => [one.name.toLowerCase(), one]));

export const findResource = (name: string): AnyResource | undefined => byName.get(name.toLowerCase());
