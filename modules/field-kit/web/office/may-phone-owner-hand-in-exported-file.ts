import type { WireRow } from '#web/resource/wire-row.ts';
import { useAdminSession } from '#web/session/session.ts';

/** Whether the officer signed in may hand in the exported file of this phone: its owner may, also after it was revoked. */
export const mayPhoneOwnerHandInExportedFile = ({ admin_id, status }: WireRow): boolean =>
  admin_id === useAdminSession.getState().info?.id && (status === 'active' || status === 'revoked');
