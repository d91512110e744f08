import { type AccountValue, readForAccount, storeForAccount } from '#web/session/account-storage.ts';
import type { RoadAnswer } from '../../contract/road/guide-teams.ts';

const name = 'road';

/** The day as it was last read: shown again when the page is opened without network, to the same account for three days. */
export function readStoredRoad(account: number | undefined): AccountValue<RoadAnswer> | undefined {
  const stored = account === undefined ? undefined : readForAccount<RoadAnswer>('member', account, name);
  return stored && Array.isArray(stored.value.teams) ? stored : undefined;
}

/** Telephones of drivers are for nobody else: they go when the account signs out. */
export function storeRoad(account: number | undefined, answer: RoadAnswer, at: number): void {
  if (account !== undefined) storeForAccount('member', account, name, answer, at);
}
