import type { ServerModule } from '#server/platform/server-module.ts';
import { enforcementApiCallDescriptions } from './api-call-descriptions.ts';
import { drawControllers } from './draw/draw-controllers.ts';
import { drawHooks } from './draw/draw-hooks.ts';
import { expertDrawController } from './expert-draw/expert-draw-controller.ts';
import { expertDrawHooks } from './expert-draw/expert-draw-hooks.ts';
import { capPreviewController } from './frequency/cap-preview-controller.ts';
import { frequencyCapHooks } from './frequency/frequency-cap-hooks.ts';
import { planController } from './plan/plan-controller.ts';
import { planHooks } from './plan/plan-hooks.ts';
import { receiveReadingsController } from './receive-readings-controller.ts';
import { roadsideCheckHooks } from './roadside-check-hooks.ts';
import { roadsideController } from './roadside-controller.ts';
import { roadsideRiskContributor } from './roadside-risk-contributor.ts';
import { readVehiclePanel } from './wall/vehicle-panel.ts';

export const enforcementServer: ServerModule = {
  name: 'enforcement',
  calls: enforcementApiCallDescriptions,
  feeds: { vehicle: readVehiclePanel },
  riskContributors: [roadsideRiskContributor],
  hooks: {
    'enforcement/draw': drawHooks,
    'enforcement/expertDraw': expertDrawHooks,
    'enforcement/frequencyCap': frequencyCapHooks,
    'enforcement/plan': planHooks,
    'enforcement/roadsideCheck': roadsideCheckHooks,
  },
  controllers: () => [
    planController,
    capPreviewController,
    ...drawControllers,
    expertDrawController,
    receiveReadingsController,
    roadsideController,
  ],
};
