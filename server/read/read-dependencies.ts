import type { FindResource } from '#kernel/declaration/resource.ts';
import type { Database } from '#server/db/connect.ts';
import type { ReferenceCache } from '#server/system/reference-cache.ts';

/** What reading needs besides the caller: declarations, database, divisions, and the keyed hash of sealed fields. */
export interface ReadDependencies {
  readonly db: Database;
  readonly find: FindResource;
  readonly reference: ReferenceCache;
  /** Keyed hash by which encrypted values are searched. */
  hash(value: string): string;
}
