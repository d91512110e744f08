import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';

const label = text('风险评分', 'Risk score');

export const riskWeb: WebModule = {
  name: 'risk',
  recordPanels: {
    'risk/score': [
      {
        name: 'explanation',
        at: 'head',
        label: text('评分构成', 'Score breakdown'),
        load: () => import('./risk-score-explanation-panel.tsx'),
      },
    ],
    'enterprise/enterprise': [
      {
        name: 'risk',
        label,
        isShown: ({ status }) => ['active', 'change_pending', 'suspended'].includes(String(status)),
        load: () => import('./risk-score-explanation-panel.tsx'),
      },
    ],
    'risk/model': [
      {
        name: 'preview',
        label: text('等级变化预览', 'Class preview'),
        isShown: ({ status }) => status === 'draft' || status === 'reviewed',
        load: () => import('./risk-weights-preview-panel.tsx'),
      },
    ],
  },
};
