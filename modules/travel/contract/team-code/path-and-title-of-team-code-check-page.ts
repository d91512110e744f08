import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Public page that a team code or a guide card code opens. */
export const teamCodeCheckPage = {
  name: 'travel/team',
  path: '/team/:code?',
  title: text('团队核验', 'Check a team'),
  listed: true,
  door: { who: text('游客', 'Tourists'), what: text('核验团队导游', 'check a team') },
} as const satisfies PublicPage;
