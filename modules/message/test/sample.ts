import { noticeCopy } from '../server/channels.ts';
import { proposalWaits } from '../server/office-notices.ts';

/**
 * Words belong to a message the program sends, one that can do without each of its places: rows of the world to the
 * first, those a test adds later to the other.
 */
export const messageSamples = {
  'message/template': { code: (n: number) => (n > 200 ? noticeCopy : proposalWaits).code },
};
