import type { ServerModule } from '#server/platform/server-module.ts';
import { fieldKitControllers } from './field-kit-controller.ts';

export const fieldKitServer: ServerModule = {
  name: 'field',
  controllers: () => fieldKitControllers,
};
