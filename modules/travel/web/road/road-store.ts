import { type AccountValue, readForAccount, storeForAccount } from '#web/session/account-storage.ts';
import type { RoadAnswer } from '../../contract/road/guide-teams.ts';

const name = 'road';

/** The last answer, shown again offline, to the same account within three days. */
export function readStoredRoad(account: number | undefined): AccountValue<RoadAnswer> | undefined {
  const stored = account === undefined ? undefined : readForAccount<RoadAnswer>('member', account, name);
  return stored && Array.isArray(stored.value.teams) ? stored : undefined;
}

/** Contains phone numbers of drivers: deleted on sign-out. */
export function storeRoad(account: number | undefined, answer: RoadAnswer, at: number): void {
  if (account !== undefined) storeForAccount('member', account, name, answer, at);
}
