import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { evidenceKey } from './evidence-key.ts';
import { dailyRootPage, evidenceVerifyPage } from './evidence-public-pages.ts';
import { evidenceRoot } from './evidence-root.ts';
import { evidenceStateScreen } from './evidence-state-screen.ts';

/** The evidence chain that a stranger can check (domain reference §2.AB): roots, keys, open pages, export. */
export const evidenceModule = module_({
  name: 'evidence',
  label: text('证据链', 'Evidence chain'),
  icon: 'link',
  weigh: 22,
  entries: [evidenceStateScreen, evidenceRoot, evidenceKey],
  pages: [dailyRootPage, evidenceVerifyPage],
});
