import type { WebModule } from '#web/shell/module/web-module.ts';
import { memberWithBalanceFormInputs } from './member-with-balance-form-inputs.ts';
import { memberPanels } from './record-panels.ts';

export const memberWeb: WebModule = {
  name: 'user',
  screens: {
    member: {
      'account/overview': () => import('./account/member-home-screen.tsx'),
      'account/integral': () => import('./account/points-screen.tsx'),
      'account/balance': () => import('./account/balance-screen.tsx'),
    },
  },
  recordPanels: { 'user/user': memberPanels },
  formInputs: { 'user/moneyLog': memberWithBalanceFormInputs, 'user/scoreLog': memberWithBalanceFormInputs },
};
