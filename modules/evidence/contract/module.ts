import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { dailyEvidenceRootPage, evidenceVerifyPage } from './daily-root-and-evidence-verification-pages.ts';
import { evidenceChainStatusScreen } from './evidence-chain-status-screen.ts';
import { hourlyEvidenceRoot } from './hourly-evidence-merkle-root.ts';
import { evidenceKey } from './public-evidence-signing-key.ts';

/** The evidence chain that a stranger can check (domain reference §2.AB): roots, keys, open pages, export. */
export const evidenceModule = module_({
  name: 'evidence',
  label: text('证据链', 'Evidence chain'),
  icon: 'link',
  weigh: 22,
  entries: [evidenceChainStatusScreen, hourlyEvidenceRoot, evidenceKey],
  pages: [dailyEvidenceRootPage, evidenceVerifyPage],
});
