import type { WebModule } from '#web/shell/module/web-module.ts';
import { exportedFilePanelOfFieldDevice } from './exported-file-panel-of-field-device.ts';

/** The office’s part; the pages of the kit itself are in `unlisted-public-pages.ts`. */
export const fieldKitWeb: WebModule = {
  name: 'field',
  recordPanels: { 'field/device': exportedFilePanelOfFieldDevice },
};
