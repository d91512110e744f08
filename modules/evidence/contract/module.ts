import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { evidenceKey } from './evidence-key.ts';
import { evidenceRoot } from './evidence-root.ts';
import { dailyRootPage, evidenceStateScreen, evidenceVerifyPage } from './evidence-screens-and-pages.ts';

/** The evidence chain that a stranger can check (domain reference §2.AB): roots, keys, open pages, export. */
export const evidenceModule = module_({
  name: 'evidence',
  label: text('证据链', 'Evidence chain'),
  icon: 'link',
  weigh: 22,
  entries: [evidenceStateScreen, evidenceRoot, evidenceKey],
  pages: [dailyRootPage, evidenceVerifyPage],
});
