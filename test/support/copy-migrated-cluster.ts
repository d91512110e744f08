import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/**
 * Fills a new data folder with a PostgreSQL whose database is migrated already. A first start without it (initdb, all
 * migrations) takes three seconds of a processor more; tests of the first start itself do without it.
 */
export function copyMigratedCluster(dataDir: string): void {
  const folder = path.join(dataDir, 'postgres');
  fs.mkdirSync(folder, { recursive: true });
  execFileSync('cp', ['-a', inject('migratedCluster'), path.join(folder, 'cluster')]);
}
