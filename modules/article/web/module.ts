import type { WebModule } from '#web/shell/module/web-module.ts';
import { articleReadingScreen } from '../contract/article-reading-screen-and-answer-types.ts';

const reading = () => import('./article-reading-screen.tsx');

export const articleWeb: WebModule = {
  name: 'article',
  screens: { admin: { [articleReadingScreen.name]: reading }, member: { [articleReadingScreen.name]: reading } },
};
