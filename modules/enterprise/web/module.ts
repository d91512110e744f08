import type { WebModule } from '#web/shell/module/web-module.ts';
import { invitationTemplateCode } from '../contract/invitation-template-code.ts';
import { membershipScreen } from '../contract/membership-screen.ts';
import { enterprisePanels } from './record-panels.ts';

export const enterpriseWeb: WebModule = {
  name: 'enterprise',
  screens: {
    member: {
      'enterprise/enterprise': () => import('./own-enterprise-or-list-screen.tsx'),
      [membershipScreen.name]: () => import('./memberships-screen.tsx'),
    },
  },
  recordPanels: { 'enterprise/enterprise': enterprisePanels },
  noticeAnswers: { [invitationTemplateCode]: () => import('./invitation-answer.tsx') },
  help: {
    'enterprise/enterprise': {
      'zh-cn': () => import('./help/enterprise.zh-cn.md?raw'),
      en: () => import('./help/enterprise.en.md?raw'),
    },
  },
  tiles: () => import('./wall/enterprise-tiles-by-panel.ts'),
};
