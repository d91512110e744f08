import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { buildDraftDocumentWrite } from '#modules/document/contract/build-draft-document-write.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { creditLists, listedSubjects, listingMeasures } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import * as messages from '../contract/message-templates.ts';
import {
  listingDecisionDocument,
  listingNoticeDocument,
  usualRemedyText,
} from '../contract/red-or-black-list-and-credit-repair-documents.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';
import { draftApproveAndIssueDocument } from './draft-approve-and-issue-document.ts';
import { lastDayOfCreditTimeLimit } from './last-day-of-credit-time-limit.ts';
import { notifyGuideAboutCredit } from './notify-guide-about-credit-by-inbox-and-sms.ts';

type Write = WriteContext<typeof creditListing>;
type Change = ChangeContext<typeof creditListing>;

const texts = {
  later: text('不能晚于今天', 'Cannot be later than today'),
  noPerson: text('守信红榜不列入法定代表人', 'Legal representatives are not listed as trustworthy'),
  listed: text('该对象已在此名单，或者正在办理', 'Already on this list, or about to be'),
  mixed: text('该措施不适用于所选名单', 'This measure does not apply to the list chosen'),
};

/** Measures for the trustworthy; all others are for the dishonest. */
const rewarding: readonly string[] = ['fewer_checks', 'fast_track', 'publicity'];

/** What follows from the guide. */
async function completeForGuide({ tx, values }: Write, id: number | null | undefined): Promise<void> {
  values.enterprise_id = null;
  const found = await tx.row<{ name: string; card_no: string; area_code: string; registered: string }>(sql`
    select g.name, g.card_no, g.area_code, coalesce(e.name, g.association, '') as registered
    from crew_guide g left join enterprise e on e.id = g.agency_id where g.id = ${id ?? 0}`);
  if (!found) return;
  values.name = found.registered;
  values.uscc = null;
  values.area_code = found.area_code;
  values.person_name = found.name;
  values.card_no = found.card_no;
}

/** What follows from whoever is listed, and what does not fit together. */
async function complete(context: Write): Promise<void> {
  const { tx, values, before, fail } = context;
  const now = { ...before, ...values };
  if (now.basis_on && now.basis_on > shanghaiToday()) fail('basis_on', texts.later);
  if (now.list === 'red' && now.subject === 'legal_representative') fail('subject', texts.noPerson);
  if ((now.measures ?? []).some((one) => rewarding.includes(one) !== (now.list === 'red')))
    fail('measures', texts.mixed);
  if (now.subject === 'guide') return completeForGuide(context, now.guide_id);
  values.guide_id = null;
  values.card_no = null;
  const found = await tx.row<{ name: string; uscc: string; area_code: string; legal_person: string }>(
    sql`select name, uscc, area_code, legal_person from enterprise where id = ${now.enterprise_id ?? 0}`,
  );
  if (!found) return;
  values.name = found.name;
  values.uscc = found.uscc;
  values.area_code = found.area_code;
  values.person_name = now.subject === 'legal_representative' ? found.legal_person : null;
}

/** How papers name who is listed. */
function partyOf({ subject, name, person_name, card_no }: Change['before']): string {
  if (subject === 'guide') return `${person_name}（导游证 ${card_no}）`;
  return person_name ? `${person_name}（${name}${listedSubjects.legal_representative['zh-cn']}）` : (name ?? '');
}

/** What every paper about a listing says. */
function contentOf({ before }: Change) {
  const { uscc, list, reason, basis_authority, basis_no, measures } = before;
  return {
    party: partyOf(before),
    uscc: uscc ?? null,
    list: creditLists[list]['zh-cn'],
    facts: reason,
    basis: `${basis_authority} ${basis_no}`,
    measures: (measures ?? []).map((one) => listingMeasures[one]['zh-cn']).join('；'),
  };
}

const rowOf = ({ before: { id, area_code } }: Change) => ({ id, area_code: area_code ?? '' });

/** Messages a listed guide once the move is stored: a listing of a guide has no recipient among enterprises. */
function messageListedGuide<P extends string>(
  { engine, tx, before, afterStore }: Change,
  template: MessageTemplate<P>,
  more: Readonly<Record<Exclude<P, 'name' | 'list'>, string>>,
): void {
  const { guide_id, subject, person_name, list } = before;
  if (subject !== 'guide' || !guide_id) return;
  const values = { name: person_name ?? '', list: creditLists[list], ...more } as unknown as Record<P, string | Text>;
  afterStore((row) =>
    notifyGuideAboutCredit({ engine, tx }, template, { guide: guide_id, resource: creditListing, row, values }),
  );
}

const named = { name: 'name', list: 'list' } as const;
const sms = 'enterprise_id.contact_mobile';

/**
 * Write hooks of listings: check entries, fill in name, code, person and area of whoever is listed, issue documents,
 * set periods and notify (domain reference §2.N, Appendix E).
 */
export const creditListingWriteHooks: WriteHooks<typeof creditListing> = {
  add: complete,
  edit: complete,
  notify: {
    notify: { template: messages.listingIntended, values: { ...named, until: 'statement_until' }, sms },
    publish: { template: messages.listingDecided, values: { ...named, until: 'ends_on' }, sms },
    drop: { template: messages.listingDropped, values: named, sms },
    remove: { template: messages.listingEnded, values: named, sms },
    repair: { template: messages.listingEnded, values: named, sms },
    expire: { template: messages.listingEnded, values: named, sms },
  },
  moves: {
    async notify(context) {
      const { engine, tx, values, before, fail } = context;
      // several drafts may be prepared; an index holds that one of them goes on
      const present = await tx.row(sql`
        select 1 as found from credit_listing
        where (enterprise_id = ${before.enterprise_id ?? null}::bigint or guide_id = ${before.guide_id ?? null}::bigint) and list = ${before.list} and subject = ${before.subject}
          and status not in ('draft', 'repaired', 'removed', 'expired', 'dropped') limit 1`);
      if (present) return fail(before.subject === 'guide' ? 'guide_id' : 'enterprise_id', texts.listed);
      const until = lastDayOfCreditTimeLimit(engine, 'credit_statement');
      values.statement_until = until;
      values.recipient_id = before.enterprise_id;
      values.notice_no = await draftApproveAndIssueDocument(
        context,
        buildDraftDocumentWrite(listingNoticeDocument, {
          about: creditListing,
          row: rowOf(context),
          values: { ...contentOf(context), until },
        }),
      );
      messageListedGuide(context, messages.listingIntended, { until: until ?? '' });
    },
    state({ values }) {
      values.heard = '1';
    },
    waive({ values }) {
      values.heard = '1';
    },
    async decide(context) {
      const { engine, values, before, input } = context;
      const until = lastDayOfCreditTimeLimit(engine, `credit_listed_${before.list}`);
      values.starts_on = shanghaiToday();
      values.ends_on = until;
      values.decision_no = await draftApproveAndIssueDocument(
        context,
        buildDraftDocumentWrite(listingDecisionDocument, {
          about: creditListing,
          row: rowOf(context),
          values: {
            ...contentOf(context),
            opinion: input.opinion,
            from: shanghaiToday(),
            until,
            remedy: usualRemedyText,
          },
        }),
      );
    },
    publish: (context) => messageListedGuide(context, messages.listingDecided, { until: context.before.ends_on ?? '' }),
    drop: (context) => messageListedGuide(context, messages.listingDropped, { reason: context.input.reason }),
    remove({ input, note }) {
      note(`${input.document_no} ${input.reason}`);
    },
  },
};
