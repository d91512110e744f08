import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { addShippedHelpArticles } from './add-shipped-help-articles.ts';
import { helpSearchReadAndVoteControllers } from './help-search-read-and-vote-controllers.ts';
import { helpPages } from './public-help-html-pages.ts';

export const helpServer: ServerModule = {
  name: 'help',
  controllers: () => helpSearchReadAndVoteControllers,
  pages: helpPages,
  prepare: addShippedHelpArticles,
};
