import type { Controller } from '#server/http/controller.ts';
import { drawCeremonyCall } from '../draw/draw-ceremony-call.ts';
import { issueWitnessCode } from '../draw/issue-witness-code.ts';
import { readExpertsOfDraw } from './read-experts-of-draw.ts';

/** `/admin/enforcement.expertDraw/*`; witnesses and the public use the calls of all draws. */
export const expertDrawController: Controller = {
  app: 'admin',
  name: 'enforcement.expertDraw',
  actions: {
    standing: readExpertsOfDraw,
    ceremony: drawCeremonyCall('expert'),
    witnessCode: issueWitnessCode('expert'),
  },
};
