import path from 'node:path';
import type { Config } from '#server/config.ts';
import {
  restrictedRole,
  transferOwnershipExceptEvidence,
} from '#server/db/database-role-that-cannot-change-evidence.ts';
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '#server/db/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type Database, type DatabaseAddress, openDatabase } from '#server/db/open-database.ts';

export const printMessage = (line: string) => void process.stdout.write(`${line}\n`);

/** Addresses of one database for its owner and for the product, whose role may not change evidence. */
interface Addresses {
  readonly owner: DatabaseAddress;
  readonly product: DatabaseAddress;
}

/** The database of the settings: that of the running server, our own PostgreSQL started for this call, or one by URL. */
async function withAddresses(config: Config, work: (addresses: Addresses) => Promise<void>): Promise<void> {
  const { databaseUrl: url, databaseOwnerUrl } = config;
  if (url) return await work({ owner: { url: databaseOwnerUrl ?? url }, product: { url } });
  const folder = path.join(config.dataDir, 'postgres');
  const running = findRunningPostgres(folder);
  const own = running
    ? undefined
    : await startEmbeddedPostgres({
        folder,
        onStep: (step) =>
          printMessage(step === 'create' ? '… 创建数据库 Creating the database' : '… 启动数据库 Starting the database'),
      });
  try {
    const owner = running ?? (own as EmbeddedPostgres).address;
    await work({ owner, product: { ...owner, user: restrictedRole } });
  } finally {
    await own?.stop();
  }
}

async function withConnection(address: DatabaseAddress, work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase({ ...address, max: 4, applicationName: 'xingjian-cli' });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

/** Hands what the owner made to the role of the product, where the two differ. */
async function handOver(owner: Database, { product }: Addresses): Promise<void> {
  if (product.user !== undefined) return await transferOwnershipExceptEvidence(owner, product.user);
  const role = product.url === undefined ? '' : decodeURIComponent(new URL(product.url).username);
  const own = await owner.row<{ name: string }>('select current_user as name');
  if (role !== '' && role !== own?.name) await transferOwnershipExceptEvidence(owner, role);
}

/** Opens the database as its owner without migrating it; what `work` makes is handed over to the product. */
export const withOpenDatabase = (config: Config, work: (db: Database) => Promise<void>): Promise<void> =>
  withAddresses(config, (addresses) =>
    withConnection(addresses.owner, async (owner) => {
      await work(owner);
      await handOver(owner, addresses);
    }),
  );

/** Opens the database as the product, migrated to this version first by its owner; prints the migrations. */
export const withDatabase = (
  config: Config,
  work: (db: Database, applied: readonly string[]) => Promise<void>,
): Promise<void> =>
  withAddresses(config, async (addresses) => {
    let applied: readonly string[] = [];
    await withConnection(addresses.owner, async (owner) => {
      applied = await migrateDatabase(owner);
      for (const name of applied) printMessage(`✓ ${name}`);
      await handOver(owner, addresses);
    });
    await withConnection(addresses.product, (db) => work(db, applied));
  });
