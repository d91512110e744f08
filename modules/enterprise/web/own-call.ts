import { currentArea } from '#web/session/area.ts';

/** A call on an enterprise that is not derived: officers' and members' have names of their own on the wire. */
export const ownCall = (action: 'qr'): string =>
  currentArea() === 'admin' ? `/admin/enterprise.enterprise/${action}` : `/api/enterprise/${action}`;
