import type { Controller } from '#server/http/controller.ts';
import { drawListsCeremonyAndResultsCalls } from './draw-lists-ceremony-and-results-calls.ts';
import { issueWitnessCode } from './issue-witness-code.ts';
import { drawCommitmentCall, drawRecordCall } from './public-draw-commitment-and-record-calls.ts';
import { enterWitnessSeedCall, witnessInvitationCall } from './witness-invitation-and-seed-calls.ts';

/** `/admin/enforcement.draw/*` for officers, and `/api/enforcement.draw/*` for witnesses and everybody. */
export const drawAdminAndPublicControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'enforcement.draw',
    actions: { ...drawListsCeremonyAndResultsCalls, witnessCode: issueWitnessCode('enterprise') },
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
