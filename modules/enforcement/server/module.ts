import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { enforcementCalls } from './call-descriptions.ts';
import { findRoadside } from './find-roadside.ts';
import { readingsController } from './readings-controller.ts';
import { recordCheck } from './record-check.ts';
import { roadsideCheckHooks } from './roadside-check-hooks.ts';
import { readVehiclePanel } from './wall/vehicle-panel.ts';

export const enforcementServer: ServerModule = {
  name: 'enforcement',
  calls: enforcementCalls,
  feeds: { vehicle: readVehiclePanel },
  hooks: { 'enforcement/roadsideCheck': roadsideCheckHooks },
  controllers: () => [
    readingsController,
    {
      app: 'admin',
      name: 'enforcement.roadside',
      actions: {
        look: {
          gate: 'rule',
          perMinute: 120,
          logged: true,
          title: text('路面查验', 'Roadside lookup'),
          handle: findRoadside,
        },
        note: {
          gate: 'rule',
          node: 'enforcement/roadsideCheck/add',
          methods: ['POST'],
          perMinute: 60,
          title: text('路面查验-登记检查', 'Roadside lookup: record check'),
          handle: recordCheck,
        },
      },
    },
  ],
};
