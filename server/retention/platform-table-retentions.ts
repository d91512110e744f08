import type { TableRetentions } from '#kernel/module/collect-retention-rules.ts';

/** Tables of the platform whose rows age. */
export const platformTableRetentions: TableRetentions = {
  token: { days: 7, from: 'expiretime' },
  one_time_ticket: { days: 1, from: 'expires_at' },
  message_code: { days: 7, from: 'expiretime' },
  // longer than they could be repeated
  message_expiry_notice: { days: 90, from: 'last_day' },
  // a move can be undone for some seconds
  move_undo: { days: 1 },
  idempotency: { days: 1 },
  import_content: { days: 90 },
  reading_held: { days: 90 },
  reading_level_change: { days: 1100 },
  reading_balance: { days: 1100, from: 'day' },
};
