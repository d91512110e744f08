import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { recheckTeamsNightly } from './recheck-teams-nightly.ts';
import { storeUnfiledCoachesFoundInCaptures } from './store-unfiled-coaches-found-in-camera-captures.ts';

/** Nightly tasks of the rules, after the readings of the day have arrived. */
export const nightlyAnomalyCronJobs: NonNullable<ServerModule['scheduled']> = {
  look_at_teams_again: {
    label: text('复查在途团队异常', 'Recheck teams in progress'),
    at: '30 1 * * *',
    async run(engine, { signal }) {
      engine.log.info({ ...(await recheckTeamsNightly(engine, { signal })) }, 'teams looked at again');
    },
  },
  look_for_unfiled_coaches: {
    label: text('核对抓拍到的无团车辆', 'Find captured coaches without a team'),
    at: '50 1 * * *',
    async run(engine, { signal }) {
      engine.log.info({ ...(await storeUnfiledCoachesFoundInCaptures(engine, { signal })) }, 'captures gone over');
    },
  },
};
