import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';
import { isOwnDeviceInUse } from './office/is-own-device-in-use.ts';

/** The file of a phone that could not upload. */
export const fieldDevicePanels: readonly RecordPanel[] = [
  {
    name: 'exported-file',
    label: text('打开导出文件', 'Open exported file'),
    isShown: (row) => can('field/device/handIn') || isOwnDeviceInUse(row),
    load: () => import('./office/hand-in-exported-file-panel.tsx'),
  },
];
