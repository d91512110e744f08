import type { WebModule } from '#web/shell/module/web-module.ts';
import { balanceAndPointsLogFormInputs } from './form-inputs-of-balance-and-points-logs.ts';
import { adjustBalanceAndPointsPanels } from './member-balance-and-points-record-panels.ts';

export const memberWeb: WebModule = {
  name: 'user',
  screens: {
    member: {
      'account/overview': () => import('./account/member-home-screen-with-pending-work-check-in-and-balances.tsx'),
      'account/integral': () => import('./account/points-screen.tsx'),
      'account/balance': () => import('./account/balance-screen.tsx'),
    },
  },
  recordPanels: { 'user/user': adjustBalanceAndPointsPanels },
  formInputs: { 'user/moneyLog': balanceAndPointsLogFormInputs, 'user/scoreLog': balanceAndPointsLogFormInputs },
};
