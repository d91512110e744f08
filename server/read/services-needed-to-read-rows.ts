import type { FindResource } from '#kernel/declaration/resource.ts';
import type { Database } from '#server/db/open-database.ts';
import type { ReferenceCache } from '#server/system/division-calendar-and-deadline-rule-cache.ts';

/**
 * What functions that read need besides the caller: declarations, database, divisions, and the hash of encrypted
 * fields.
 */
export interface ServicesToReadRows {
  readonly db: Database;
  readonly find: FindResource;
  readonly reference: ReferenceCache;
  /** The keyed hash with which encrypted values are searched. */
  hash(value: string): string;
}
