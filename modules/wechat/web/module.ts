import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';

const simulator = () => import('./simulator/official-account-simulator-panel.tsx');

export const wechatWeb: WebModule = {
  name: 'wechat',
  recordPanels: {
    'wechat/account': [
      { name: 'simulator', label: text('模拟器', 'Simulator'), load: simulator },
      {
        name: 'connection',
        label: text('接入', 'Connection'),
        load: () => import('./official-account-connection-panel.tsx'),
      },
    ],
    'wechat/menu': [{ name: 'simulator', label: text('模拟器', 'Simulator'), load: simulator }],
  },
  formInputs: {
    'wechat/menu': [{ fields: ['buttons'], wide: true, load: () => import('./menu/menu-buttons-input.tsx') }],
  },
  formWarnings: { 'wechat/reply': () => import('./keyword-conflicts-in-reply-form.ts') },
};
