import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { insuranceSubscribers } from './server/insurance-subscribers.ts';
import { premiumControllers } from './server/premium-calls.ts';

const migration = 'test/example/migrations/202611281435_enterprise_insurance.sql';

/**
 * The server module of enterprises as CONTRIBUTING extends it. Its migration does not belong to the product, so it is
 * applied here.
 */
export const serveInsurance = (server: ServerModule): ServerModule => ({
  ...server,
  subscribers: { ...server.subscribers, ...insuranceSubscribers },
  controllers: (platform) => [...(server.controllers?.(platform) ?? []), ...premiumControllers],
  async prepare(engine) {
    await makeTables(engine);
    await server.prepare?.(engine);
  },
});

async function makeTables({ db }: Engine): Promise<void> {
  const existing = await db.row<{ existing: boolean }>(
    `select to_regclass('enterprise_insurance') is not null as existing`,
  );
  if (!existing?.existing) await db.query(fs.readFileSync(path.join(packageRoot, migration), 'utf8'));
}
