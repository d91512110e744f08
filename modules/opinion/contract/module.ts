import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { opinionAlert } from './opinion-alert.ts';
import { opinionAlertRule } from './opinion-alert-rule.ts';
import { opinionItem } from './opinion-post.ts';
import { opinionSource } from './opinion-source.ts';
import { opinionTopic } from './opinion-topic-of-similar-posts.ts';
import { opinionWallPanels } from './opinion-wall-panels.ts';
import { opinionWeeklyReportDocument } from './opinion-weekly-report-document.ts';
import { rejectedIncomingItem } from './rejected-incoming-post.ts';
import { sentimentLexiconTerm } from './sentiment-lexicon-term.ts';

/** What is published about the area: sources, posts, topics, alerts and the lexicon they are judged by (domain reference §2.M). */
export const opinionModule = module_({
  name: 'opinion',
  label: text('舆情', 'Public opinion'),
  icon: 'sound',
  weigh: 81,
  panels: opinionWallPanels,
  documents: [opinionWeeklyReportDocument],
  entries: [
    opinionAlert,
    opinionItem,
    opinionTopic,
    opinionSource,
    rejectedIncomingItem,
    opinionAlertRule,
    sentimentLexiconTerm,
  ],
});
