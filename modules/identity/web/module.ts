import { withAllDeclarations } from '#web/resource/declaration-loader.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';
import { adminSecondFactorPanels, conditionPanels, memberSecondFactorPanels } from './record-panels.ts';

export const identityWeb: WebModule = {
  name: 'auth',
  screens: {
    admin: {
      'auth/access': withAllDeclarations(() => import('./access-analysis-screen.tsx')),
      'auth/handOver': () => import('./hand-over-work-screen.tsx'),
      'auth/lock': () => import('./locked-accounts-screen.tsx'),
      search: () => import('./search/search-screen.tsx'),
      'routine/adminInfo': () => import('./profile/own-profile-screen.tsx'),
    },
    member: {
      'account/profile': () => import('./member/own-member-account-screen.tsx'),
      search: () => import('./search/search-screen.tsx'),
      'account/changePassword': () => import('./member/change-own-password-screen.tsx'),
    },
  },
  recordPanels: {
    'auth/admin': adminSecondFactorPanels,
    'auth/subscription': conditionPanels,
    'auth/view': conditionPanels,
    'user/user': memberSecondFactorPanels,
  },
  help: {
    'auth/access': {
      'zh-cn': () => import('./help/access.zh-cn.md?raw'),
      en: () => import('./help/access.en.md?raw'),
    },
  },
};
