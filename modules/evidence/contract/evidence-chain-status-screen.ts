import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** State of the chain for officers: keys, the last root, what is not sealed yet, and the check of everything. */
export const evidenceChainStatusScreen = {
  name: 'evidence/state',
  label: text('证据链状态', 'State of the chain'),
  icon: 'audit',
} as const satisfies Screen;
