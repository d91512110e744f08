import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { buildDraftDocumentWrite } from '#modules/document/contract/build-draft-document-write.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { creditRepair } from '../contract/credit-repair-application.ts';
import * as messages from '../contract/message-templates.ts';
import { repairDecisionDocument, usualRemedyText } from '../contract/red-or-black-list-and-credit-repair-documents.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';
import { draftApproveAndIssueDocument } from './draft-approve-and-issue-document.ts';

type Change = ChangeContext<typeof creditRepair>;

const texts = {
  serious: text(
    '严重失信主体不适用提前修复，期满移出',
    'Serious dishonesty is not repaired early; the listing ends with its period',
  ),
  red: text('守信红榜不需要修复', 'Nothing is to be repaired on the list of trustworthy enterprises'),
  falsePromise: text(
    '曾作出不实承诺（{no}），不再受理修复申请',
    'An earlier promise was false ({no}): applications are not accepted',
  ),
};
const results = { grant: text('准予修复', 'granted'), refuse: text('不予修复', 'refused') };

interface Listed {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly uscc: string | null;
  readonly area_code: string;
}

/** Issues the decision with its number. */
async function decide(context: Change & { readonly input: { readonly opinion: string } }, result: Text): Promise<void> {
  const { tx, before, values, input } = context;
  values.opinion = input.opinion;
  const listed = await tx.row<Listed>(
    sql`select coalesce(person_name || '（导游证 ' || card_no || '）', name) as name, uscc, area_code from credit_listing where id = ${before.listing_id}`,
  );
  values.decision_no = await draftApproveAndIssueDocument(
    context,
    buildDraftDocumentWrite(repairDecisionDocument, {
      about: creditRepair,
      row: { id: before.id, area_code: listed?.area_code ?? '' },
      values: {
        party: listed?.name ?? '',
        uscc: listed?.uscc ?? null,
        application: before.no ?? '',
        result: result['zh-cn'],
        opinion: input.opinion,
        remedy: usualRemedyText,
      },
    }),
  );
}

const listingOf = ({ before }: Pick<Change, 'before'>) => sql`t.id = ${before.listing_id}`;
const decided = (result: Text) =>
  ({ template: messages.repairDecided, values: { no: 'no', result, opinion: 'opinion' } }) as const;

/** Hooks of repairs: who may apply, and what a decision does to the listing (domain reference §2.N). */
export const creditRepairWriteHooks: WriteHooks<typeof creditRepair> = {
  async add({ tx, values, fail, require, cascadeMove, afterStore }) {
    const id = values.listing_id ?? 0;
    const found = await require(creditListing, id, { status: ['published'], field: 'listing_id' });
    if (!found) return;
    if (found.list === 'serious') return fail('listing_id', texts.serious);
    if (found.list === 'red') return fail('listing_id', texts.red);
    const earlier = await tx.row<{ no: string }>(sql`
      select r.no from credit_repair r join credit_listing l on l.id = r.listing_id
      where (l.enterprise_id = ${found.enterprise_id ?? null}::bigint or l.guide_id = ${found.guide_id ?? null}::bigint) and r.status = 'false_promise' order by r.id desc limit 1`);
    if (earlier) return fail('listing_id', texts.falsePromise, { no: earlier.no });
    afterStore(async () => {
      await cascadeMove(creditListing, sql`t.id = ${id}`, 'requestRepair');
    });
  },
  notify: {
    grant: decided(results.grant),
    refuse: decided(results.refuse),
  },
  moves: {
    async grant(context) {
      await decide(context, results.grant);
      context.afterStore(async () => {
        await context.cascadeMove(creditListing, listingOf(context), 'repair');
      });
    },
    async refuse(context) {
      await decide(context, results.refuse);
      context.afterStore(async () => {
        await context.cascadeMove(creditListing, listingOf(context), 'refuseRepair');
      });
    },
    withdraw(context) {
      context.afterStore(async () => {
        await context.cascadeMove(creditListing, listingOf(context), 'refuseRepair');
      });
    },
    markFalse(context) {
      context.values.opinion = context.input.opinion;
      context.afterStore(async () => {
        const within = sql`${listingOf(context)} and t.ends_on >= ${shanghaiToday()}::date`;
        await context.cascadeMove(creditListing, within, 'relist', { set: { removed_on: null } });
      });
    },
  },
};
