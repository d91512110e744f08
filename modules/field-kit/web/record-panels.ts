import { text } from '#kernel/text/text.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';
import { mayHandInFileAsPhoneOwner } from './office/may-hand-in-as-phone-owner.ts';

/** The file of a phone that could not upload. */
export const fieldDevicePanels: readonly RecordPanel[] = [
  {
    name: 'exported-file',
    label: text('打开导出文件', 'Open exported file'),
    isShown: (row) => can('field/device/handIn') || mayHandInFileAsPhoneOwner(row),
    load: () => import('./office/hand-in-exported-file-panel.tsx'),
  },
];
