import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { correctionNoticeDocument, serviceReceiptDocument } from './correction-documents.ts';
import { evidence } from './correction-evidence-pictures-of-problem.ts';
import { order } from './correction-order.ts';
import { problem } from './problem-to-correct.ts';

/** Orders to correct problems, and how enterprises correct them (domain reference §2.J). */
export const reformModule = module_({
  name: 'reform',
  label: text('整改', 'Corrections'),
  icon: 'tool',
  weigh: 86,
  entries: [order, problem, evidence],
  documents: [correctionNoticeDocument, serviceReceiptDocument],
});
