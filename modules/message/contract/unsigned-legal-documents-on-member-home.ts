import type { MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { text } from '#kernel/text/text.ts';
import { inboxNotice } from './inbox-notice.ts';

/** Counts shown on a member's home page. */
export const unsignedLegalDocumentHomeLines: readonly MemberHomeLine[] = [
  {
    of: inboxNotice.name,
    label: text('待签收的法律文书', 'Legal documents awaiting receipt'),
    tone: 'bad',
    where: [
      ['kind', '=', 'legal'],
      ['signed_at', 'NULL'],
    ],
    to: `${inboxNotice.name}?kind=legal`,
  },
];
