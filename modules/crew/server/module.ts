import { text } from '#kernel/text/text.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { guide } from '../contract/guide.ts';
import { guideRating } from '../contract/guide-rating.ts';
import { crewActionsOnMemberHome, crewDocumentToDoLines } from '../contract/member-home-to-dos-and-actions.ts';
import * as messages from '../contract/message-templates.ts';
import { guideWriteHooks } from './fill-guide-area-and-record-card-sanctions.ts';
import { listOwnRatingsAndReplyController } from './list-own-guide-ratings-and-reply-controller.ts';
import { readAndLinkOwnGuideCardController } from './read-and-link-own-guide-card-controller.ts';
import { storeLastPositionTimesOfVehicles } from './store-last-position-times-of-vehicles.ts';
import { updateGuideScoresFromRatings } from './update-guide-scores-from-ratings.ts';
import { driverWriteHooks } from './validate-driver-and-apply-suspension-at-all-operators.ts';
import { guideRatingWriteHooks } from './validate-guide-rating-date-and-lock-guide.ts';
import { vehicleWriteHooks } from './validate-vehicle-plate-vin-and-seats.ts';

export const crewServer: ServerModule = {
  name: 'crew',
  home: crewDocumentToDoLines,
  homeActs: crewActionsOnMemberHome,
  messages: Object.values(messages),
  controllers: () => [readAndLinkOwnGuideCardController, listOwnRatingsAndReplyController],
  hooks: {
    'crew/guide': guideWriteHooks,
    'crew/driver': driverWriteHooks,
    'crew/vehicle': vehicleWriteHooks,
    'crew/rating': guideRatingWriteHooks,
  },
  subscribers: {
    /** When a member deletes the account, unlinks the guide card, so that the member's next account can link it. */
    release_card: on(memberAccount, 'left', {
      async together(facts, { cascadeChange }) {
        const theirs = sql`t.user_id = any(${facts.map(({ row_id }) => row_id)}::bigint[])`;
        await cascadeChange(guide, theirs, { user_id: null }, { action: 'unbind', emits: 'released' });
      },
    }),
    score_guide: on(guideRating, 'added', {
      async together(_facts, { engine, tx, caller, rows }) {
        const rated = new Set((await rows()).map(({ guide_id }) => guide_id));
        await updateGuideScoresFromRatings(engine, tx, caller, [...rated]);
      },
    }),
  },
  scheduled: {
    note_last_seen: {
      label: text('更新车辆最近在线时间', 'Update when vehicles were last online'),
      at: '*/5 * * * *',
      async run({ db }, { log }) {
        const seen = await storeLastPositionTimesOfVehicles(db);
        if (seen > 0) log.info({ seen }, 'vehicles seen online');
      },
    },
    score_guides: {
      label: text('更新导游评分', 'Update guide ratings'),
      at: '10 3 * * *',
      async run(engine, { log }) {
        const changed = await engine.db.transaction((tx) => updateGuideScoresFromRatings(engine, tx, systemCaller()));
        if (changed > 0) log.info({ changed }, 'guides scored anew');
      },
    },
  },
};
