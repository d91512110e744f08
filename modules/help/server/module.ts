import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { addShippedHelpArticlesToEmptyHelpCentre } from './add-shipped-help-articles-to-empty-help-centre.ts';
import { helpSearchReadAndVoteControllers } from './help-search-read-and-vote-controllers.ts';
import { helpPages } from './public-help-html-pages.ts';

export const helpServer: ServerModule = {
  name: 'help',
  controllers: () => helpSearchReadAndVoteControllers,
  pages: helpPages,
  prepare: addShippedHelpArticlesToEmptyHelpCentre,
};
