import type { WebModule } from '#web/shell/module/web-module.ts';
import { invitationNotice, invitationScreen } from '../contract/invitation.ts';
import { enterprisePanels } from './record-panels.ts';

export const enterpriseWeb: WebModule = {
  name: 'enterprise',
  screens: {
    member: {
      'enterprise/enterprise': () => import('./own-enterprises.tsx'),
      [invitationScreen.name]: () => import('./invitations.tsx'),
    },
  },
  recordPanels: { 'enterprise/enterprise': enterprisePanels },
  noticeAnswers: { [invitationNotice]: () => import('./invitation-answer.tsx') },
  help: {
    'enterprise/enterprise': {
      'zh-cn': () => import('./help/enterprise.zh-cn.md?raw'),
      en: () => import('./help/enterprise.en.md?raw'),
    },
  },
  tiles: () => import('./wall/tiles.ts'),
};
