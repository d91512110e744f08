import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import * as messages from '../contract/message-templates.ts';
import { evaluationHooks } from './evaluation-hooks.ts';
import { evaluationSubscribers } from './evaluation-subscribers.ts';
import { openEvaluationController } from './open-evaluation-controller.ts';

export const evaluationServer: ServerModule = {
  name: 'evaluation',
  controllers: () => [openEvaluationController],
  messages: Object.values(messages),
  hooks: { 'evaluation/evaluation': evaluationHooks },
  subscribers: evaluationSubscribers,
};
