import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';
import { mayPhoneOwnerHandInExportedFile } from './office/may-phone-owner-hand-in-exported-file.ts';

/** The file of a phone that could not upload. */
export const handInPanelsOnFieldDevicePage: readonly RecordPanel[] = [
  {
    name: 'exported-file',
    label: text('打开导出文件', 'Open exported file'),
    isShown: (row) => can('field/device/handIn') || mayPhoneOwnerHandInExportedFile(row),
    load: () => import('./office/hand-in-file-exported-by-phone-panel.tsx'),
  },
];
