import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { industryWeight } from './inherent-risk-weight-of-industry.ts';
import { riskScore } from './risk-score.ts';
import { riskWeights } from './risk-weights.ts';

/** Risk scores of enterprises and the weights behind them (domain reference §4.4). */
export const riskModule = module_({
  name: 'risk',
  label: text('风险分级', 'Risk classes'),
  icon: 'dashboard',
  weigh: 85,
  entries: [riskScore, riskWeights, industryWeight],
});
