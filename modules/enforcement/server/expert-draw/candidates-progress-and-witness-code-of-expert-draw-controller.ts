import type { Controller } from '#server/http/controller.ts';
import { drawCeremonyProgressCall } from '../draw/draw-ceremony-progress-call.ts';
import { issueWitnessCode } from '../draw/issue-witness-code.ts';
import { eligibleOrFrozenExpertsOfDrawCall } from './eligible-or-frozen-experts-of-draw-call.ts';

/** `/admin/enforcement.expertDraw/*`; witnesses and the public use the calls of all draws. */
export const candidatesProgressAndWitnessCodeOfExpertDrawController: Controller = {
  app: 'admin',
  name: 'enforcement.expertDraw',
  actions: {
    standing: eligibleOrFrozenExpertsOfDrawCall,
    ceremony: drawCeremonyProgressCall('expert'),
    witnessCode: issueWitnessCode('expert'),
  },
};
