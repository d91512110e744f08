import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';

export const opinionWeb: WebModule = {
  name: 'opinion',
  recordPanels: {
    'opinion/source': [
      {
        name: 'secrets',
        label: text('接入密钥', 'Secrets'),
        load: () => import('./signing-secrets-of-opinion-source-panel.tsx'),
      },
    ],
    'opinion/alert': [
      {
        name: 'response',
        at: 'head',
        label: text('待发布的回应稿', 'Response to be published'),
        isShown: ({ status, response_text }) => status === 'verified' && Boolean(response_text),
        shows: ['response_text'],
        load: () => import('./drafted-response-text-to-approve-or-publish-panel.tsx'),
      },
      {
        name: 'posts',
        at: 'head',
        label: text('最新信息', 'Newest posts'),
        load: () => import('./posts-of-alert-topic-panel.tsx'),
      },
    ],
    'opinion/rule': [
      {
        name: 'preview',
        label: text('上月会触发', 'Would have raised'),
        load: () => import('./alert-rule-preview-panel.tsx'),
      },
    ],
    'opinion/topic': [
      { name: 'spread', label: text('传播曲线', 'Spread'), load: () => import('./topic-spread-chart-panel.tsx') },
    ],
  },
  lenses: {
    'opinion/item': [
      {
        name: 'quality',
        label: text('判断质量与周报', 'Quality and report'),
        load: () => import('./sentiment-quality-and-weekly-report-list-view.tsx'),
      },
    ],
  },
  tiles: () => import('./wall/opinion-wall-tiles-and-figures-by-panel.ts'),
};
