import type { ServerModule } from '#server/module.ts';
import { driverHooks } from './driver-hooks.ts';
import { guideHooks } from './guide-hooks.ts';
import { vehicleHooks } from './vehicle-hooks.ts';

export const crewServer: ServerModule = {
  name: 'crew',
  hooks: {
    'crew/guide': guideHooks,
    'crew/driver': driverHooks,
    'crew/vehicle': vehicleHooks,
  },
};
