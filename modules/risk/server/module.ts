import { text } from '#kernel/text/text.ts';
import type { ModuleContext, ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import * as messages from '../contract/message-about-expired-risk-override.ts';
import { riskWeightsHooks } from './check-sum-of-risk-weights.ts';
import { industryRiskContributor } from './industry-risk-contributor.ts';
import { riskScoreHooks } from './override-risk-class-of-enterprise.ts';
import { rescoreAllTask, rescoreSubscribers } from './rescore-subscribers.ts';
import { scoreExplanationController } from './score-explanation-controller.ts';
import { suspensionRiskContributor } from './suspension-risk-contributor.ts';
import { updateAllScores } from './update-risk-scores.ts';
import { weightsPreviewController } from './weights-preview-controller.ts';

/** Combines what all modules know of the risk of enterprises (`riskContributors`). */
export function riskServer({ parts }: Pick<ModuleContext, 'parts'>): ServerModule {
  const contributors = () => parts.flatMap(({ riskContributors = [] }) => riskContributors);
  return {
    name: 'risk',
    messages: Object.values(messages),
    hooks: { 'risk/score': riskScoreHooks, 'risk/model': riskWeightsHooks },
    subscribers: rescoreSubscribers(contributors),
    riskContributors: [industryRiskContributor, suspensionRiskContributor],
    controllers: () => [scoreExplanationController(contributors), weightsPreviewController(contributors)],
    tasks: {
      [rescoreAllTask]: async (engine) => {
        engine.log.info(await updateAllScores(engine, contributors()), 'risk scores computed by other weights');
      },
    },
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
