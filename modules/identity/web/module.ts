import { withAllDeclarations } from '#web/resource/declaration-loader.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';
import {
  adminSecondFactorPanels,
  memberSecondFactorPanels,
  savedViewFilterPanels,
} from './saved-view-filter-and-second-factor-record-panels.ts';

export const identityWeb: WebModule = {
  name: 'auth',
  screens: {
    admin: {
      'auth/access': withAllDeclarations(
        () => import('./explain-permissions-compare-groups-and-view-as-group-screen.tsx'),
      ),
      'auth/handOver': () => import('./hand-over-positions-and-open-work-screen.tsx'),
      'auth/lock': () => import('./locked-accounts-screen.tsx'),
      search: () => import('./search/search-everything-screen.tsx'),
      'routine/adminInfo': () => import('./profile/own-profile-side-sheet-over-workbench-screen.tsx'),
    },
    member: {
      'account/profile': () => import('./member/own-member-account-screen.tsx'),
      search: () => import('./search/search-everything-screen.tsx'),
      'account/changePassword': () => import('./member/change-own-password-screen.tsx'),
    },
  },
  recordPanels: {
    'auth/admin': adminSecondFactorPanels,
    'auth/subscription': savedViewFilterPanels,
    'auth/view': savedViewFilterPanels,
    'user/user': memberSecondFactorPanels,
  },
  help: {
    'auth/access': {
      'zh-cn': () => import('./help/access.zh-cn.md?raw'),
      en: () => import('./help/access.en.md?raw'),
    },
  },
};
