import { centsToYuan, yuanToCents } from '#kernel/kind/money.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { nextWorkday } from '#kernel/time/working-calendar.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { rewardApplication } from '../contract/enterprise-application-for-tourist-bringing-reward.ts';
import {
  rewardApproved,
  rewardClawedBack,
  rewardObjected,
  rewardPaid,
  rewardPublished,
  rewardReduced,
  rewardRejected,
  rewardReturned,
} from '../contract/message-templates.ts';
import type { RewardPolicy } from '../contract/policy-rewarding-enterprises-for-bringing-tourists.ts';
import { runAutomaticChecksOfRewardApplication } from './check/run-automatic-checks-of-reward-application.ts';
import { checkRewardEligibility, requireRewardEligibility } from './check-reward-eligibility.ts';
import { claimRefusalTexts } from './claim/claim-refusal-texts.ts';
import { computeRewardClaim, noRewardRuleText, readRewardClaimBasis } from './claim/compute-reward-claim.ts';
import { lockRewardClaims } from './claim/lock-reward-claims.ts';
import { type ClaimedTeam, readClaimedTeams } from './claim/read-claimed-teams.ts';
import {
  requireTeamsFiledBeforeDeparture,
  requireTeamsFinishedWithinDeadline,
  requireTeamsUnclaimed,
} from './claim/require-claimed-teams-filed-finished-and-unclaimed.ts';

/** Working days of the public notice (domain reference §2.P). */
const publicityDays = 5;

type Change = ChangeContext<typeof rewardApplication>;

/** Reports teams of another enterprise, or missing ones. */
function checkOwn(
  context: Pick<WriteContext, 'fail'>,
  teams: readonly ClaimedTeam[],
  ids: readonly number[],
  enterpriseId: number,
) {
  if (teams.length !== ids.length) context.fail('teams', validationMessages.invalid_option);
  const foreign = teams.find(({ agency_id }) => Number(agency_id) !== enterpriseId);
  if (foreign) context.fail('teams', claimRefusalTexts.notOwn, { team: foreign.name });
}

/** The amount a reviewer grants: at most the amount claimed or granted before. */
function grant({
  input,
  before,
  values,
  fail,
}: ChangeContext<typeof rewardApplication, object, { granted?: string | null | undefined }>) {
  const most = before.amount ?? '0.00';
  const granted = input.granted ?? most;
  if (yuanToCents(granted) > yuanToCents(most)) fail('granted', claimRefusalTexts.tooMuch, { most });
  if (yuanToCents(granted) <= 0) fail('granted', claimRefusalTexts.nothing);
  values.amount = granted;
}

/** The person who last submitted it for the enterprise may not review it. */
async function checkNotOwn({ tx, before, caller, fail }: Change): Promise<void> {
  const row = await tx.row<{ own: boolean }>(sql`
    select actor_type = 'admin' and actor_id = ${caller.id} as own from history
    where resource = ${rewardApplication.name} and row_id = ${before.id} and move = 'apply' order by id desc limit 1`);
  if (row?.own) fail('granted', claimRefusalTexts.ownClaim);
}

/** The last of so many working days after today. */
function workdaysOn(context: Pick<Change, 'engine'>, days: number): string {
  const calendar = context.engine.reference.calendar();
  let day = shanghaiToday();
  for (let n = 0; n < days; n++) day = nextWorkday(calendar, addDays(day, 1));
  return day;
}

/** Whoever reviews it next reviews it anew. */
function endReview({ values }: Change): void {
  values.first_reviewer = null;
}

/** What messages call the application, besides the fields of their names. */
const values = { name: 'enterprise_id' } as const;

/** Hooks of reward applications: who may claim, how much, and that no team or tourist is paid for twice. */
export const rewardApplicationWriteHooks: WriteHooks<typeof rewardApplication> = {
  add: checkRewardEligibility,
  /** After filing or review no team can be added; one that is not in order may be removed. */
  async edit(context) {
    const { before, values, fail } = context;
    await checkRewardEligibility(context);
    const existing = new Set(before.teams);
    if (before.status !== 'draft' && values.teams?.some((team) => !existing.has(team)))
      fail('teams', claimRefusalTexts.added);
  },
  notify: {
    return: { template: rewardReturned, values },
    reject: { template: rewardRejected, values },
    object: { template: rewardObjected, values },
    confirm: { template: rewardPublished, values: { ...values, date: 'publicity_until' } },
    approve: { template: rewardApproved, values },
    pay: { template: rewardPaid, values },
    reduce: [
      { template: rewardRejected, values, where: [['status', '=', 'rejected']] },
      { template: rewardReduced, values: { ...values, amount: 'granted' }, where: [['status', '<>', 'rejected']] },
    ],
    clawBack: { template: rewardClawedBack, values: { ...values, amount: 'to_recover' } },
  },
  moves: {
    async declare(context) {
      const { before, tx } = context;
      const found = await requireRewardEligibility(context);
      if (!found) return;
      await lockRewardClaims(tx);
      const teams = await readClaimedTeams(tx, { applicationId: before.id, ids: before.teams, excluded: '' });
      checkOwn(context, teams, before.teams, before.enterprise_id);
      requireTeamsFiledBeforeDeparture(context, teams, found.declare_hours);
      await requireTeamsUnclaimed(context, before.id, before.teams);
    },
    async apply(context) {
      const { before, tx, values, fail } = context;
      const found = await requireRewardEligibility(context);
      if (!found) return;
      if (found.declare_hours > 0 && before.declared_at === null) return fail('teams', claimRefusalTexts.undeclared);
      await lockRewardClaims(tx);
      const claim = await computeRewardClaim(context, found);
      if (!claim) return;
      checkOwn(context, claim.teams, before.teams, before.enterprise_id);
      requireTeamsFinishedWithinDeadline(context, claim.teams, found);
      await requireTeamsUnclaimed(context, before.id, before.teams);
      const papers = await context.rowsOf('papers');
      const missing = (found.materials as readonly string[] | null)?.filter(
        (one) => !papers.some(({ kind }) => kind === one),
      );
      if (missing?.length) fail('papers', claimRefusalTexts.papersMissing, { n: missing.length });
      const round = (before.round ?? 0) + 1;
      Object.assign(values, { ...claim.values, round, first_reviewer: null });
      context.afterStore(() => runAutomaticChecksOfRewardApplication(context, before, claim, found.credit));
    },
    async recheck(context) {
      const { before, tx, engine, fail } = context;
      const claimed = await readRewardClaimBasis(context);
      if (!claimed) return fail('kind', await noRewardRuleText(tx, before.policy_id));
      const row = await tx.row<{ credit: RewardPolicy['credit'] }>(
        sql`select credit from reward_policy where id = ${before.policy_id}`,
      );
      const checkContext = { engine, tx, caller: context.caller };
      context.afterStore(() =>
        runAutomaticChecksOfRewardApplication(checkContext, before, claimed, row?.credit ?? null),
      );
    },
    async pass(context) {
      await checkNotOwn(context);
      grant(context);
    },
    async confirm(context) {
      await checkNotOwn(context);
      if (context.before.first_reviewer === context.caller.id) context.fail('granted', claimRefusalTexts.sameReviewer);
      grant(context);
      const date = workdaysOn(context, publicityDays);
      context.values.publicity_until = date;
    },
    return: endReview,
    reject: endReview,
    dismiss(context) {
      context.note(context.input.reason);
      const until = context.before.publicity_until;
      // the objector is answered before the public notice ends
      if (until && until < shanghaiToday()) context.values.publicity_until = shanghaiToday();
    },
    async approve(context) {
      // the application is locked: an objection being entered now is committed before open ones are counted
      await context.tx.query(sql`select from reward_application where id = ${context.before.id} for update`);
      const row = await context.tx.row<{ n: number }>(sql`
        select count(*)::int as n from reward_objection where application_id = ${context.before.id} and status = 'open'`);
      if (row && row.n > 0) context.fail('objections', claimRefusalTexts.objected, { n: row.n });
    },
    pay(context) {
      const { input, values, fail } = context;
      if (input.paid_on > shanghaiToday()) fail('paid_on', claimRefusalTexts.future);
      Object.assign(values, { paid_on: input.paid_on, payment_no: input.payment_no });
    },
    reduce(context) {
      const { input, before, values, fail } = context;
      const { reason, granted } = input;
      const most = before.amount ?? '0.00';
      if (yuanToCents(granted) >= yuanToCents(most)) fail('granted', claimRefusalTexts.notLess, { most });
      values.amount = granted;
      context.note(reason);
      if (yuanToCents(granted) === 0) context.choose('rejected');
    },
    clawBack(context) {
      const { input, before, values, fail } = context;
      const most = before.amount ?? '0.00';
      const amount = input.to_recover ?? most;
      if (yuanToCents(amount) > yuanToCents(most)) fail('to_recover', claimRefusalTexts.tooMuch, { most });
      if (yuanToCents(amount) <= 0) fail('to_recover', claimRefusalTexts.nothingBack);
      values.to_recover = amount;
      context.note(input.reason);
    },
    recover({ input, before, values, fail, choose }) {
      if (input.recovered_on > shanghaiToday()) fail('recovered_on', claimRefusalTexts.future);
      const back = yuanToCents(before.to_recover ?? '0.00');
      const remaining = yuanToCents(before.amount ?? '0.00') - back;
      const recovered = centsToYuan(yuanToCents(before.recovered ?? '0.00') + back);
      Object.assign(values, { ...input, recovered, amount: centsToYuan(remaining), to_recover: null });
      if (remaining > 0) choose('paid');
    },
  },
};
