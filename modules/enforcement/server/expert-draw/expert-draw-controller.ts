import type { Controller } from '#server/http/controller.ts';
import { issueWitnessCode } from '../draw/witness-calls.ts';
import { readStanding } from './read-standing.ts';

/** `/admin/enforcement.expertDraw/*`; witnesses and the public use the calls of all draws. */
export const expertDrawController: Controller = {
  app: 'admin',
  name: 'enforcement.expertDraw',
  actions: { standing: readStanding, witnessCode: issueWitnessCode('expert') },
};
