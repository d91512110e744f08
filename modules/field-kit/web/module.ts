import type { WebModule } from '#web/shell/module/web-module.ts';
import { handInPanelsOnFieldDevicePage } from './hand-in-exported-file-panel-on-field-device-page.ts';

/** The office’s part; the pages of the kit itself are in `unlisted-public-pages.ts`. */
export const fieldKitWeb: WebModule = {
  name: 'field',
  recordPanels: { 'field/device': handInPanelsOnFieldDevicePage },
};
