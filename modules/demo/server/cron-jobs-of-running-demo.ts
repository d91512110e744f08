import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { feedDemoVisitorFlowCronJob } from './feed-demo-visitor-flow.ts';

/** What goes on while a demonstration runs (`DEMO=1`). Without demonstration data it does nothing. */
export const demoServer: ServerModule = {
  name: 'demo',
  scheduled: { feed_demo_flow: feedDemoVisitorFlowCronJob },
};
