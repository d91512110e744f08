import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { openDatabase } from '#server/db/open-database.ts';

/**
 * A program to be killed: given a folder it starts the embedded PostgreSQL and writes
 * numbered rows for ever, printing each number once it is committed.
 */
const postgres = await startEmbeddedPostgres({ folder: process.argv[2] ?? '' });
const db = await openDatabase({ ...postgres.address, max: 1 });
await db.query('create table if not exists written (number int primary key)');
for (let number = (await db.row<{ count: number }>('select count(*) from written'))?.count ?? 0; ; number++) {
  await db.query('insert into written values ($1)', [number]);
  process.stdout.write(`${number}\n`);
}
