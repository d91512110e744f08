import { text } from '#kernel/text/text.ts';
import type { ModuleContext, ServerModule } from '#server/platform/server-module-declaration.ts';
import * as messages from '../contract/message-about-expired-risk-override.ts';
import { inherentRiskOfEnterpriseKindContributor } from './inherent-risk-of-enterprise-kind-contributor.ts';
import { riskClassOverrideWriteHooks } from './override-risk-class-and-lift-override.ts';
import { rescoreAllTask, rescoreEnterprisesSubscribers } from './recalculate-risk-scores-on-events.ts';
import { riskScoreExplanationController } from './risk-score-explanation-controller.ts';
import { riskWeightsPreviewController } from './risk-weights-preview-controller.ts';
import { suspensionOrderRiskContributor } from './suspension-order-risk-contributor.ts';
import { updateAllScores } from './update-risk-scores.ts';
import { riskWeightsWriteHooks } from './validate-risk-weights-and-class-boundaries.ts';

/** Combines what all modules know of the risk of enterprises (`riskContributors`). */
export function riskServer({ parts }: Pick<ModuleContext, 'parts'>): ServerModule {
  const contributors = () => parts.flatMap(({ riskContributors = [] }) => riskContributors);
  return {
    name: 'risk',
    messages: Object.values(messages),
    hooks: { 'risk/score': riskClassOverrideWriteHooks, 'risk/model': riskWeightsWriteHooks },
    subscribers: rescoreEnterprisesSubscribers(contributors),
    riskContributors: [inherentRiskOfEnterpriseKindContributor, suspensionOrderRiskContributor],
    controllers: () => [riskScoreExplanationController(contributors), riskWeightsPreviewController(contributors)],
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
