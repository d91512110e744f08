import type { WebModule } from '#web/shell/module/web-module.ts';
import { articleReading } from '../contract/article-reading.ts';

const reading = () => import('./article-reading-screen.tsx');

export const articleWeb: WebModule = {
  name: 'article',
  screens: { admin: { [articleReading.name]: reading }, member: { [articleReading.name]: reading } },
};
