import type { WebModule } from '#web/shell/module/web-module.ts';

const notices = () => import('./inbox-screen.tsx');

export const messageWeb: WebModule = {
  name: 'message',
  screens: {
    admin: {
      'message/notice': notices,
      'message/sink': () => import('./sms-debug-box-screen.tsx'),
      'message/template': () => import('./message-template-screen.tsx'),
    },
    member: { 'message/notice': notices },
  },
};
