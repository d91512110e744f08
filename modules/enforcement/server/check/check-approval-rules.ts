import { messages } from '#kernel/text/validation-messages.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import { sql } from '#server/db/sql.ts';
import { whereInForceOn } from '#server/read/condition/version-in-force.ts';
import type { ChangeContext } from '#server/write/hook/hooks.ts';
import type { check } from '../../contract/check/check.ts';
import { refuseTooFrequentCheck } from '../frequency/refuse-too-frequent-check.ts';
import { judgeOfficers, nameTeam, officersAfter, stampOfficers } from './check-officers.ts';
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

/** What is checked is published and in force today (国办发〔2024〕54号). */
async function checkItems({ tx, rowsOf, fail, values }: CheckChange): Promise<void> {
  const items = (await rowsOf('items')).map(({ item_id }) => Number(item_id));
  if (items.length === 0) fail('items', texts.noItems);
  const cited = await tx.rows<{ code: string; name: string; usable: boolean }>(sql`
    select t.code, t.name, t.status = 'published' and ${whereInForceOn(checkItem, shanghaiToday())} as usable
    from library_check_item t where t.id = any(${items}::bigint[]) order by array_position(${items}::bigint[], t.id) for share`);
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
  await requireCheckableEnterprise(context);
  await checkItems(context);
  const officers = await officersAfter(context, before);
  judgeOfficers(context, before, officers);
  values.team = nameTeam(officers);
  stampOfficers(context);
  await refuseTooFrequentCheck(context);
}
