import type { WebModule } from '#web/shell/module/web-module.ts';
import { enterpriseMembershipsScreen } from '../contract/enterprise-memberships-screen.ts';
import { pendingInvitationMessageTemplateCode } from '../contract/pending-invitation-message-template-code.ts';
import { enterpriseRecordPanels } from './status-supervision-code-timeline-and-map-panels.ts';

export const enterpriseWeb: WebModule = {
  name: 'enterprise',
  screens: {
    member: {
      'enterprise/enterprise': () => import('./own-enterprise-or-list-screen.tsx'),
      [enterpriseMembershipsScreen.name]: () => import('./own-memberships-and-invitations-screen.tsx'),
    },
  },
  recordPanels: { 'enterprise/enterprise': enterpriseRecordPanels },
  noticeAnswers: { [pendingInvitationMessageTemplateCode]: () => import('./invitation-answer-buttons.tsx') },
  help: {
    'enterprise/enterprise': {
      'zh-cn': () => import('./help/enterprise.zh-cn.md?raw'),
      en: () => import('./help/enterprise.en.md?raw'),
    },
  },
  tiles: () => import('./wall/enterprise-wall-tiles-and-figures-by-panel.ts'),
};
