import type { TableRetentions } from '#kernel/module/retention-rules.ts';

/** Tables of the platform whose rows age. */
export const platformTables: TableRetentions = {
  token: { days: 7, from: 'expiretime' },
  one_time_ticket: { days: 1, from: 'expires_at' },
  message_code: { days: 7, from: 'expiretime' },
  idempotency: { days: 1 },
  import_content: { days: 90 },
  reading_held: { days: 90 },
  reading_level_change: { days: 1100 },
};
