import type { ServerModule } from '#server/platform/server-module.ts';
import { rewardHome } from '../contract/home.ts';
import * as messages from '../contract/messages.ts';
import { applicationHooks } from './application-hooks.ts';
import { fitCalls, fitControllers } from './fit.ts';
import { objectionHooks } from './objection-hooks.ts';
import { paperCalls, paperControllers } from './paper/calls.ts';
import { policyHooks } from './policy-hooks.ts';
import { promisesCalls, promisesControllers } from './promises.ts';
import { publicityCalls, publicityController } from './publicity.ts';
import { standingCalls, standingController } from './standing.ts';

export const rewardServer: ServerModule = {
  name: 'reward',
  home: rewardHome,
  messages: Object.values(messages),
  calls: { ...paperCalls, ...publicityCalls, ...standingCalls, ...promisesCalls, ...fitCalls },
  controllers: () => [
    paperControllers,
    publicityController,
    standingController,
    ...promisesControllers,
    ...fitControllers,
  ],
  hooks: { 'reward/policy': policyHooks, 'reward/application': applicationHooks, 'reward/objection': objectionHooks },
};
