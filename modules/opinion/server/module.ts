import { text } from '#kernel/text/text.ts';
import { opinionWallFigures } from '#modules/opinion/contract/wall/opinion-wall-figures.ts';
import { secretsOfPushingSourceController } from '#server/calls/time-series-source-secrets-controller.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import * as messages from '../contract/message-templates.ts';
import { opinionSource } from '../contract/opinion-source.ts';
import { alertRulePreviewController } from './alert/alert-rule-preview-controller.ts';
import { draftEnforcementCheckFromOpinionAlert } from './alert/draft-enforcement-check-from-opinion-alert.ts';
import { raiseAlertsOfTopicsThatMeetRules } from './alert/raise-alerts-of-topics-that-meet-rules.ts';
import { opinionAlertRuleWriteHooks } from './alert/run-alert-rule-preview-and-reset-on-edit.ts';
import { opinionAlertWriteHooks } from './alert/validate-opinion-alert-moves-and-notify-officers.ts';
import { opinionItemWriteHooks } from './analyse-entered-posts-and-learn-from-labels.ts';
import { sentimentLexiconTermWriteHooks } from './learn-lexicon-weights-from-labelled-posts.ts';
import { sentimentQualityTopicSpreadAndWeeklyReportControllers } from './overview/sentiment-quality-topic-spread-and-weekly-report-controllers.ts';
import { readOpinionWallPanel } from './read-opinion-wall-panel.ts';
import { fetchFeed, fetchFeedTask, queueFetchOfDueFeeds } from './receiving/fetch-feeds-and-store-posts.ts';
import { receiveSignedPostsController } from './receiving/receive-signed-posts-controller.ts';
import { opinionFeedApiCallDescriptions } from './wall-feed-api-call-descriptions.ts';

export const opinionServer: ServerModule = {
  name: 'opinion',
  controllers: ({ engine }) => [
    receiveSignedPostsController(engine, raiseAlertsOfTopicsThatMeetRules),
    secretsOfPushingSourceController(engine, opinionSource),
    alertRulePreviewController,
    ...sentimentQualityTopicSpreadAndWeeklyReportControllers,
  ],
  calls: opinionFeedApiCallDescriptions,
  feeds: { opinion: readOpinionWallPanel },
  panelFigures: opinionWallFigures,
  messages: Object.values(messages),
  hooks: {
    'opinion/item': opinionItemWriteHooks(raiseAlertsOfTopicsThatMeetRules),
    'opinion/term': sentimentLexiconTermWriteHooks,
    'opinion/alert': opinionAlertWriteHooks,
    'opinion/rule': opinionAlertRuleWriteHooks,
  },
  subscribers: { draft_check_of_opinion_alert: draftEnforcementCheckFromOpinionAlert },
  outside: {
    [fetchFeedTask]: async (engine, { source }) => {
      await fetchFeed(engine, Number(source), raiseAlertsOfTopicsThatMeetRules);
    },
  },
  scheduled: {
    fetch_opinion_feeds: {
      label: text('读取舆情订阅', 'Read the feeds of public opinion'),
      at: '* * * * *',
      run: async (engine) => {
        await queueFetchOfDueFeeds(engine);
      },
    },
  },
};
