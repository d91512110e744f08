import type { MemberHomeLine } from '#kernel/module/member-home-contributions.ts';
import { text } from '#kernel/text/text.ts';
import { notice } from './notice.ts';

/** Counts shown on a member's home page. */
export const unsignedLegalDocumentHomeLines: readonly MemberHomeLine[] = [
  {
    of: notice.name,
    label: text('待签收的法律文书', 'Legal documents awaiting receipt'),
    tone: 'bad',
    where: [
      ['kind', '=', 'legal'],
      ['signed_at', 'NULL'],
    ],
    to: `${notice.name}?kind=legal`,
  },
];
