import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { countWorkdays } from '#kernel/time/working-calendar.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { RewardPolicy } from '../../contract/policy-rewarding-enterprises-for-bringing-tourists.ts';
import { claimRefusalTexts } from './claim-refusal-texts.ts';
import { type ClaimedTeam, readTeamsClaimedElsewhere } from './read-claimed-teams.ts';

type Context = Pick<WriteContext, 'tx' | 'fail' | 'engine'>;

/** Requires that the teams were filed in advance, by the hours before departure that the policy demands. */
export function requireTeamsFiledBeforeDeparture(
  { fail }: Context,
  teams: readonly ClaimedTeam[],
  hours: number,
): void {
  const latest = Date.now() / 1000 + hours * 3600;
  const late = teams.find(({ start_at }) => start_at < latest);
  if (late) fail('teams', claimRefusalTexts.lateDeclared, { team: late.name, hours });
}

/** Requires that the teams finished during the policy's term and within its deadline for applications. */
export function requireTeamsFinishedWithinDeadline(
  { fail, engine }: Context,
  teams: readonly ClaimedTeam[],
  { apply_days: days, starts_on: from, ends_on: until }: Pick<RewardPolicy, 'apply_days' | 'starts_on' | 'ends_on'>,
): void {
  const today = shanghaiToday();
  for (const { name, status, ended_on } of teams) {
    if (status !== 'finished' && status !== 'archived') fail('teams', claimRefusalTexts.notFinished, { team: name });
    else if (ended_on < from || ended_on > until)
      fail('teams', claimRefusalTexts.outside, { team: name, date: ended_on, from, until });
    else if (countWorkdays(engine.reference.calendar(), ended_on, today) > days)
      fail('teams', claimRefusalTexts.late, { team: name, date: ended_on, days });
  }
}

/** Requires that no team is in another application. */
export async function requireTeamsUnclaimed(
  { tx, fail }: Context,
  id: number,
  teams: readonly number[],
): Promise<void> {
  for (const { name, no } of await readTeamsClaimedElsewhere(tx, id, teams))
    fail('teams', claimRefusalTexts.teamClaimed, { team: name, no });
}
