import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Path of the public call that answers the keys by which team codes are verified: `{ keys }`. */
export const publicKeysCall = '/api/travel.code/keys';

/** Behind the code of a team, or of a guide's card. */
export const teamPage = {
  name: 'travel/team',
  path: '/team/:code?',
  title: text('团队核验', 'Check a team'),
  listed: true,
  door: { who: text('游客', 'Tourists'), what: text('核验团队导游', 'check a team') },
} as const satisfies PublicPage;
