import { withAllDeclarations } from '#web/resource/declaration-loader.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';
import { reportScreen } from '../contract/statistical-report-screen.ts';

export const reportWeb: WebModule = {
  name: 'report',
  screens: { admin: { [reportScreen.name]: withAllDeclarations(() => import('./report-screen.tsx')) } },
  listLinks: [
    {
      label: reportScreen.label,
      rule: reportScreen.name,
      isShown: ({ measures }) => measures !== undefined,
      load: () => import('./link-from-list-to-report.ts'),
    },
  ],
};
