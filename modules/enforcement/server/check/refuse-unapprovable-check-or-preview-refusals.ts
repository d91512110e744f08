import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { type Text, text, textIn, textInAnyLocale } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { whereInForceOn } from '#server/read/condition/version-in-force-sql.ts';
import { notFound } from '#server/refusal.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { Check, check } from '../../contract/check/enforcement-check.ts';
import { frequencyRefusalTexts } from '../../contract/frequency/check-frequency-flag-and-refusal-texts.ts';
import {
  type CheckJudgedByFrequency,
  judgeCheckByFrequencyLimitsWithColumns,
  rowsAsJsonSql,
} from '../frequency/judge-check-by-frequency-limits.ts';
import { refuseTooFrequentCheck } from '../frequency/refuse-too-frequent-check.ts';
import { enforcementCheckRefusalTexts as texts } from './enforcement-check-refusal-texts.ts';
import {
  formatNamesOfOfficers,
  ineligibilityOfOfficers,
  type OfficerWithEligibility,
  storeCertificatesOfOfficers,
  storedOfficersSql,
} from './officer-eligibility-for-check.ts';

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
  /** State of the enterprise. An approval has its row locked (`locks: 'enterprise_id'`). */
  readonly enterprise: string | null;
  readonly cited: readonly { readonly code: string; readonly name: string; readonly usable: boolean }[];
  readonly team: readonly (OfficerWithEligibility & { readonly stamped: boolean | null })[];
}

type Approved = Pick<Check, 'id' | 'basis' | 'domain' | 'source' | 'enterprise_id'>;

/** All of it in one statement, because an approval otherwise takes longer to ask than to decide. */
const readFacts = (db: Queryable, id: number, { locks }: { readonly locks: boolean }) =>
  judgeCheckByFrequencyLimitsWithColumns<ApprovalFacts>(db, id, {
    // an approval locks the items, so that none is withdrawn meanwhile
    parts: sql`cited as materialized (
      select t.code, t.name, t.status = 'published' and ${whereInForceOn(checkItem, shanghaiToday())} as usable, a.weigh, a.id as place
      from enforcement_check_answer a join library_check_item t on t.id = a.item_id where a.check_id = ${id} ${locks ? sql`for share of t` : sql.empty}
    ), `,
    columns: sql`, c.status as enterprise,
      ${rowsAsJsonSql(sql`select i.code, i.name, i.usable from cited i order by i.weigh, i.place`)} as cited,
      ${rowsAsJsonSql(storedOfficersSql())} as team`,
  });

interface ApprovalProblem {
  readonly field: 'basis' | 'items' | 'officers';
  readonly message: Text;
}

/** Why a check may not be approved: what it rests on, published items in force (国办发〔2024〕54号) and two certified officers. */
function problemsOfApproval(one: Approved, { cited, team }: ApprovalFacts): ApprovalProblem[] {
  const unusable = cited.filter(({ usable }) => !usable);
  return [
    ...(one.basis ? [] : [{ field: 'basis', message: texts.noBasis } as const]),
    ...(cited.length === 0 ? [{ field: 'items', message: texts.noItems } as const] : []),
    ...unusable.map(
      ({ code, name }) => ({ field: 'items', message: textInAnyLocale(texts.unpublished, { code, name }) }) as const,
    ),
    ...ineligibilityOfOfficers(one, team).map((message) => ({ field: 'officers', message }) as const),
  ];
}

const isCheckable = (state: string | null) => state === null || (checkable as readonly string[]).includes(state);

/**
 * What must hold before a check is approved: an enterprise that can be checked, published items, and two certified officers.
 * The rules of frequency and joint visits (国办发〔2024〕54号) are the last, since they refuse what is otherwise in order.
 */
export async function refuseUnapprovableCheck(
  context: CheckChange<{ readonly separate_reason?: string | null | undefined }>,
): Promise<void> {
  const { tx, before, values, fail } = context;
  const { judged, besides } = await readFacts(tx, before.id, { locks: true });
  if (!besides) throw notFound();
  const { enterprise: state, cited, team } = besides;
  // read again for its title
  if (!isCheckable(state)) await requireCheckableEnterprise(context);
  for (const { field, message } of problemsOfApproval(before, besides)) fail(field, message);
  const named = cited.slice(0, mostItemsNamed).map(({ name }) => name);
  values.item_names = `${named.join('；')}${cited.length > named.length ? ` 等 ${cited.length} 项` : ''}`;
  values.team = formatNamesOfOfficers(team);
  if (team.some(({ stamped }) => !stamped)) storeCertificatesOfOfficers(context);
  if (judged) refuseTooFrequentCheck(context, judged);
}

/** How a check stands before its approval, by the same rules: all refusals that it would meet now. */
export async function previewRefusalsOfCheckApproval(
  db: Queryable,
  one: Approved,
): Promise<{ readonly judged: CheckJudgedByFrequency | undefined; readonly refusals: readonly Text[] }> {
  const { judged, besides } = await readFacts(db, one.id, { locks: false });
  if (!besides) throw notFound();
  const state = stateOf(enterprise.life, besides.enterprise);
  return {
    judged,
    refusals: [
      ...(isCheckable(besides.enterprise) || !state
        ? []
        : [
            text(
              textIn(texts.notCheckable, 'zh-cn', { state: state['zh-cn'] }),
              textIn(texts.notCheckable, 'en', { state: state.en }),
            ),
          ]),
      ...problemsOfApproval(one, besides).map(({ message }) => message),
      ...(judged ? frequencyRefusalTexts(judged.question, judged.assessment) : []),
    ],
  };
}
