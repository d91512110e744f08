import { text } from '#kernel/text/text.ts';
import type { WebModule } from '#web/shell/module/web-module.ts';

export const openInterfaceWeb: WebModule = {
  name: 'api',
  recordPanels: {
    'api/application': [
      {
        name: 'access',
        label: text('接入', 'Access'),
        load: () => import('./application-call-list-api-document-download-and-secrets-panel.tsx'),
      },
    ],
    'api/webhook': [
      {
        name: 'secrets',
        label: text('签名密钥', 'Secrets'),
        load: () => import('./secrets-of-webhook-panel.tsx'),
      },
    ],
  },
};
