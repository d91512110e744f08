import { messages } from '#kernel/text/validation-messages.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import { sql } from '#server/db/sql.ts';
import { whereInForceOn } from '#server/read/condition/version-in-force.ts';
import { notFound } from '#server/refusal.ts';
import type { ChangeContext } from '#server/write/hook/hooks.ts';
import type { check } from '../../contract/check/check.ts';
import { jsonRows, judgeCheckBesides } from '../frequency/read-frequency-question.ts';
import { refuseTooFrequentCheck } from '../frequency/refuse-too-frequent-check.ts';
import { judgeOfficers, nameTeam, type OfficerOfCheck, stampOfficers, storedOfficers } from './check-officers.ts';
import { checkTexts as texts } from './check-texts.ts';

export type CheckChange<I = Readonly<Record<string, unknown>>> = ChangeContext<typeof check, object, I>;

/** States of an enterprise in which it can be checked. */
const checkable = ['active', 'change_pending', 'suspended'] as const;
/** Items named in messages. */
const mostItemsNamed = 6;

/** An enterprise that was deregistered or revoked meanwhile is not checked. */
export async function requireCheckableEnterprise({ before, require }: CheckChange): Promise<void> {
  if (before.enterprise_id)
    await require(enterprise, before.enterprise_id, { status: checkable, field: 'enterprise_id' });
}

/** What an approval is judged by, besides the frequency of checks. */
interface ApprovalFacts {
  /** State of the enterprise, whose row is locked (`locks: 'enterprise_id'`). */
  readonly enterprise: string | null;
  readonly cited: readonly { readonly code: string; readonly name: string; readonly usable: boolean }[];
  readonly team: readonly (OfficerOfCheck & { readonly stamped: boolean | null })[];
}

/** All of it in one statement, because an approval otherwise takes longer to ask than to decide. */
const readFacts = ({ tx, before }: Pick<CheckChange, 'tx' | 'before'>) =>
  judgeCheckBesides<ApprovalFacts>(tx, before.id, {
    // the items are locked, so that none is withdrawn meanwhile
    parts: sql`cited as materialized (
      select t.code, t.name, t.status = 'published' and ${whereInForceOn(checkItem, shanghaiToday())} as usable, a.weigh, a.id as place
      from enforcement_check_answer a join library_check_item t on t.id = a.item_id where a.check_id = ${before.id} for share of t
    ), `,
    columns: sql`, c.status as enterprise,
      ${jsonRows(sql`select i.code, i.name, i.usable from cited i order by i.weigh, i.place`)} as cited,
      ${jsonRows(storedOfficers())} as team`,
  });

/** What is checked is published and in force today (国办发〔2024〕54号). */
function checkItems({ fail, values }: CheckChange, cited: ApprovalFacts['cited']): void {
  if (cited.length === 0) fail('items', texts.noItems);
  for (const { code, name, usable } of cited) if (!usable) fail('items', texts.unpublished, { code, name });
  const named = cited.slice(0, mostItemsNamed).map(({ name }) => name);
  values.item_names = `${named.join('；')}${cited.length > named.length ? ` 等 ${cited.length} 项` : ''}`;
}

/**
 * What must hold before a check is approved: an enterprise that can be checked, published items, and two certified officers.
 * The rules of frequency and joint visits (国办发〔2024〕54号) are the last, since they refuse what is otherwise in order.
 */
export async function checkApprovalRules(
  context: CheckChange<{ readonly separate_reason?: string | null | undefined }>,
): Promise<void> {
  const { before, values, fail } = context;
  if (!before.basis) fail('basis', messages.required);
  const { judged, besides } = await readFacts(context);
  if (!besides) throw notFound();
  const { enterprise: state, cited, team } = besides;
  // read again for its title
  if (state !== null && !(checkable as readonly string[]).includes(state)) await requireCheckableEnterprise(context);
  checkItems(context, cited);
  judgeOfficers(context, before, team);
  values.team = nameTeam(team);
  if (team.some(({ stamped }) => !stamped)) stampOfficers(context);
  if (judged) refuseTooFrequentCheck(context, judged);
}
