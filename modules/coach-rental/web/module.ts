import type { WebModule } from '#web/shell/module/web-module.ts';

export const coachRentalWeb: WebModule = {
  name: 'rental',
  screens: { admin: { cariframe: () => import('./external-rental-platforms-in-iframe-screen.tsx') } },
};
