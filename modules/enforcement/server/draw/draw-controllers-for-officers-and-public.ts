import type { Controller } from '#server/http/controller.ts';
import { drawCallsForOfficers } from './draw-calls-for-officers.ts';
import { issueWitnessCode } from './issue-witness-code.ts';
import { drawCommitmentCall, drawRecordCall } from './public-draw-record-calls.ts';
import { enterWitnessSeedCall, witnessInvitationCall } from './witness-invitation-and-seed-calls.ts';

/** `/admin/enforcement.draw/*` for officers, and `/api/enforcement.draw/*` for witnesses and everybody. */
export const drawControllersForOfficersAndPublic: readonly Controller[] = [
  {
    app: 'admin',
    name: 'enforcement.draw',
    actions: { ...drawCallsForOfficers, witnessCode: issueWitnessCode('enterprise') },
  },
  {
    app: 'api',
    name: 'enforcement.draw',
    actions: {
      commitment: drawCommitmentCall,
      record: drawRecordCall,
      witness: witnessInvitationCall,
      seed: enterWitnessSeedCall,
    },
  },
];
