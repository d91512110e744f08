import type { WireRow } from '#web/resource/wire-row.ts';
import { useAdminSession } from '#web/session/session.ts';

/** Whether the officer at work may send for this phone as its owner. */
export const isOwnDeviceInUse = ({ admin_id, status }: WireRow): boolean =>
  admin_id === useAdminSession.getState().info?.id && (status === 'active' || status === 'revoked');
