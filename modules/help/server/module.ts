import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { addShippedHelpArticles } from './add-shipped-help-articles.ts';
import { helpCentreControllers } from './help-centre-controllers.ts';
import { helpPages } from './public-help-html-pages.ts';

export const helpServer: ServerModule = {
  name: 'help',
  controllers: () => helpCentreControllers,
  pages: helpPages,
  prepare: addShippedHelpArticles,
};
