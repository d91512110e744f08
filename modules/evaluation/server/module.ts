import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import * as messages from '../contract/message-templates.ts';
import { publicEvaluationController } from './public-evaluation-controller.ts';
import { evaluationRequestSubscribers } from './send-evaluation-link-to-complainant.ts';
import { evaluationWriteHooks } from './show-or-hide-evaluation-to-enterprise.ts';

export const evaluationServer: ServerModule = {
  name: 'evaluation',
  controllers: () => [publicEvaluationController],
  messages: Object.values(messages),
  hooks: { 'evaluation/evaluation': evaluationWriteHooks },
  subscribers: evaluationRequestSubscribers,
};
