import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { evaluation } from './evaluation-of-team-or-complaint-handling.ts';
import { evaluationPage } from './public-evaluation-page-and-link-types.ts';

/** Evaluations by single-use links, after teams and complaints (domain reference §2.L). */
export const evaluationModule = module_({
  name: 'evaluation',
  label: text('评价', 'Evaluations'),
  icon: 'star',
  weigh: 83,
  entries: [evaluation],
  pages: [evaluationPage],
});
