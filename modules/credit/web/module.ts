import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';
import { ownCreditOfGuideScreen } from '../contract/own-credit-of-guide-screen.ts';
import { scoredGuideStates, scoredStates } from '../contract/states-of-enterprises-and-guides-with-score.ts';

export const creditWeb: WebModule = {
  name: 'credit',
  screens: {
    member: { [ownCreditOfGuideScreen.name]: () => import('./own-credit-of-guide-screen.tsx') },
  },
  recordPanels: {
    'credit/listing': [
      {
        name: 'repair',
        at: 'head',
        side: 'member',
        label: text('信用修复', 'Credit repair'),
        // serious dishonesty is not repaired (domain reference §2.N)
        isShown: ({ list, status }) => list === 'minor' && status === 'published',
        load: () => import('./link-to-credit-repair-application-panel.tsx'),
      },
    ],
    'credit/score': [
      {
        name: 'explanation',
        at: 'head',
        side: 'both',
        label: text('评分构成', 'Score breakdown'),
        load: () => import('./credit-score-explanation-of-enterprise-or-guide-panel.tsx'),
      },
    ],
    'credit/guideScore': [
      {
        name: 'explanation',
        at: 'head',
        label: text('评分构成', 'Score breakdown'),
        load: () => import('./credit-score-explanation-of-enterprise-or-guide-panel.tsx'),
      },
    ],
    'crew/guide': [
      {
        name: 'credit',
        label: text('信用评分', 'Credit score'),
        isShown: ({ status }) => (scoredGuideStates as readonly string[]).includes(String(status)),
        load: () => import('./credit-score-explanation-of-enterprise-or-guide-panel.tsx'),
      },
    ],
    'enterprise/enterprise': [
      {
        name: 'credit',
        side: 'both',
        label: text('信用评分', 'Credit score'),
        isShown: ({ status }) => (scoredStates as readonly string[]).includes(String(status)),
        load: () => import('./credit-score-explanation-of-enterprise-or-guide-panel.tsx'),
      },
    ],
    'credit/formula': [
      {
        name: 'preview',
        label: text('等级变化预览', 'Grade preview'),
        isShown: ({ status }) => status === 'draft' || status === 'reviewed',
        load: () => import('./grade-changes-of-draft-formula-panel.tsx'),
      },
    ],
  },
};
