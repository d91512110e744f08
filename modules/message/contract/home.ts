import type { HomeLine } from '#kernel/module/home.ts';
import { text } from '#kernel/text/text.ts';
import { notice } from './notice.ts';

/** What of it a member's home page counts. */
export const messageHome: readonly HomeLine[] = [
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
