import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { dayRootPage, evidenceStateScreen, evidenceVerifyPage } from './evidence-screens.ts';
import { evidenceKey } from './key.ts';
import { evidenceRoot } from './root.ts';

/** The evidence chain that a stranger can check (domain reference §2.AB): roots, keys, open pages, export. */
export const evidenceModule = module_({
  name: 'evidence',
  label: text('证据链', 'Evidence chain'),
  icon: 'link',
  weigh: 22,
  entries: [evidenceStateScreen, evidenceRoot, evidenceKey],
  pages: [dayRootPage, evidenceVerifyPage],
});
