import type { MemberHomeLine, MemberHomeSection } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { effectiveListingStates } from './credit-event-kinds-lists-and-grounds.ts';
import { creditScore } from './credit-score.ts';
import { creditListing } from './red-or-black-list-entry.ts';

/** Lines about the listings of an enterprise. */
export const creditListingWarningsOnMemberHome: readonly MemberHomeLine[] = [
  {
    of: creditListing.name,
    label: text('拟列入信用名单，待陈述申辩', 'To be put on a credit list: state your case'),
    tone: 'warning',
    where: [
      ['status', '=', 'noticed'],
      ['heard', '=', '0'],
    ],
  },
  {
    of: creditListing.name,
    label: text('失信名单公布中', 'Published on a list of dishonesty'),
    tone: 'bad',
    where: [
      ['status', 'IN', effectiveListingStates],
      ['list', 'IN', ['minor', 'serious']],
    ],
  },
];

/** The credit grade of the enterprises somebody acts for. */
export const creditGradeOnMemberHome: readonly MemberHomeSection[] = [
  {
    of: creditScore.name,
    label: text('信用等级', 'Credit grade'),
    where: [['status', '=', 'scored']],
    order: 'changed_on',
  },
];
