import type { Controller } from '#server/http/controller.ts';
import { issueWitnessCode } from './issue-witness-code.ts';
import { drawCommitmentCall, drawRecordCall } from './public-draw-commitment-and-record-calls.ts';
import { drawListsProgressAndResultsCalls } from './read-draw-lists-progress-and-results-for-officers.ts';
import { enterWitnessSeedCall, witnessInvitationCall } from './witness-invitation-and-seed-calls.ts';

/** `/admin/enforcement.draw/*` for officers, and `/api/enforcement.draw/*` for witnesses and everybody. */
export const randomDrawOfficerAndPublicControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'enforcement.draw',
    actions: { ...drawListsProgressAndResultsCalls, witnessCode: issueWitnessCode('enterprise') },
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
