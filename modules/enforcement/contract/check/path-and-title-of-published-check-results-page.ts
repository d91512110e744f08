import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The page on which everybody reads the published results of checks (国发〔2019〕5号). */
export const publishedCheckResultsPage = {
  name: 'enforcement/published-results',
  path: '/results/checks',
  title: text('检查结果公示', 'Published results of checks'),
} as const satisfies PublicPage;
