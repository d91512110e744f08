import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import * as messages from '../contract/message-templates.ts';
import { evaluationByLinkController } from './open-and-submit-evaluation-by-link-controller.ts';
import { evaluationEventSubscribers } from './send-evaluation-link-and-notify-evaluated-enterprise.ts';
import { evaluationWriteHooks } from './show-or-hide-evaluation-to-enterprise.ts';

export const evaluationServer: ServerModule = {
  name: 'evaluation',
  controllers: () => [evaluationByLinkController],
  messages: Object.values(messages),
  hooks: { 'evaluation/evaluation': evaluationWriteHooks },
  subscribers: evaluationEventSubscribers,
};
