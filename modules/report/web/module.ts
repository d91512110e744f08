import { withAllDeclarations } from '#web/resource/declaration-loader.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';
import { statisticalReportScreen } from '../contract/statistical-report-screen.ts';

export const reportWeb: WebModule = {
  name: 'report',
  screens: {
    admin: { [statisticalReportScreen.name]: withAllDeclarations(() => import('./statistical-report-screen.tsx')) },
  },
  listLinks: [
    {
      label: statisticalReportScreen.label,
      rule: statisticalReportScreen.name,
      isShown: ({ measures }) => measures !== undefined,
      load: () => import('./link-from-list-to-report.ts'),
    },
  ],
};
