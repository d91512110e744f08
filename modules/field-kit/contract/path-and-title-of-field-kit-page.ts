import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** `/field`: the kit of officers on site. It opens without a session and without a network; its data needs the PIN. */
export const fieldPage: PublicPage = {
  name: 'field/field',
  path: '/field',
  title: text('外勤工具包', 'Field kit'),
};
