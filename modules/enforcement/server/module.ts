import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { answerRoadsideLookup } from './answer-roadside-lookup.ts';
import { enforcementApiCallDescriptions } from './call-descriptions.ts';
import { receiveReadingsController } from './receive-readings-controller.ts';
import { recordRoadsideCheck } from './record-roadside-check.ts';
import { roadsideCheckHooks } from './roadside-check-hooks.ts';
import { readVehiclePanel } from './wall/vehicle-panel.ts';

export const enforcementServer: ServerModule = {
  name: 'enforcement',
  calls: enforcementApiCallDescriptions,
  feeds: { vehicle: readVehiclePanel },
  hooks: { 'enforcement/roadsideCheck': roadsideCheckHooks },
  controllers: () => [
    receiveReadingsController,
    {
      app: 'admin',
      name: 'enforcement.roadside',
      actions: {
        look: {
          gate: 'rule',
          perMinute: 120,
          logged: true,
          title: text('路面查验', 'Roadside lookup'),
          handle: answerRoadsideLookup,
        },
        note: {
          gate: 'rule',
          node: 'enforcement/roadsideCheck/add',
          methods: ['POST'],
          perMinute: 60,
          title: text('路面查验-登记检查', 'Roadside lookup: record check'),
          handle: recordRoadsideCheck,
        },
      },
    },
  ],
};
