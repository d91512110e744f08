import { type OfflineValue, readForOffline, storeForOffline } from '#web/session/offline-account-storage.ts';
import type { GuideTeamsAnswer } from '../../contract/on-the-road/teams-of-guide-answer-types.ts';

const name = 'road';

/** The last answer, shown again offline, to the same account within three days. */
export function readStoredTeamsOfGuide(account: number | undefined): OfflineValue<GuideTeamsAnswer> | undefined {
  const stored = account === undefined ? undefined : readForOffline<GuideTeamsAnswer>('member', account, name);
  return stored && Array.isArray(stored.value.teams) ? stored : undefined;
}

/** Contains phone numbers of drivers: deleted on sign-out. */
export function storeTeamsOfGuide(account: number | undefined, answer: GuideTeamsAnswer, at: number): void {
  if (account !== undefined) storeForOffline('member', account, name, answer, at);
}
