import type { ServerModule } from '#server/module.ts';

export const insuranceServer: ServerModule = {
  name: 'insurance',
  hooks: {},
};
