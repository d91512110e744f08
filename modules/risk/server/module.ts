import { text } from '#kernel/text/text.ts';
import type { ModuleContext, ServerModule } from '#server/platform/server-module.ts';
import * as messages from '../contract/message-templates.ts';
import { explainController } from './explain-controller.ts';
import { industryContributor } from './industry-contributor.ts';
import { modelHooks } from './model-hooks.ts';
import { previewController } from './preview-controller.ts';
import { riskSubscribers } from './risk-subscribers.ts';
import { scoreHooks } from './score-hooks.ts';
import { updateAllScores } from './update-scores.ts';

/** Combines what all modules know of the risk of enterprises (`riskContributors`). */
export function riskServer({ parts }: Pick<ModuleContext, 'parts'>): ServerModule {
  const contributors = () => parts.flatMap(({ riskContributors = [] }) => riskContributors);
  return {
    name: 'risk',
    messages: Object.values(messages),
    hooks: { 'risk/score': scoreHooks, 'risk/model': modelHooks },
    subscribers: riskSubscribers(contributors),
    riskContributors: [industryContributor],
    controllers: () => [explainController(contributors), previewController(contributors)],
    scheduled: {
      score_enterprises: {
        label: text('计算企业风险评分', 'Compute risk scores'),
        at: '30 2 * * *',
        async run(engine, { signal }) {
          const run = await updateAllScores(engine, contributors(), { signal });
          engine.log.info(run, 'risk scores computed');
        },
      },
    },
  };
}
