import type { Controller } from '#server/http/controller.ts';
import { drawListCalls } from './draw-list-calls.ts';
import { readCommitment, readRecord } from './draw-record-call.ts';
import { issueWitnessCode } from './issue-witness-code.ts';
import { enterSeed, openInvitation } from './witness-calls.ts';

/** `/admin/enforcement.draw/*` for officers, and `/api/enforcement.draw/*` for witnesses and everybody. */
export const drawControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'enforcement.draw',
    actions: { ...drawListCalls, witnessCode: issueWitnessCode('enterprise') },
  },
  {
    app: 'api',
    name: 'enforcement.draw',
    actions: { commitment: readCommitment, record: readRecord, witness: openInvitation, seed: enterSeed },
  },
];
