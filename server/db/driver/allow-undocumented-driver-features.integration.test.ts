import type net from 'node:net';
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayUseUndocumentedFeatures } from '#server/db/driver/allow-undocumented-driver-features.ts';
import { readRowsAsRawProtocolMessages } from '#server/db/driver/read-rows-as-raw-protocol-messages.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

/** Properties of the driver that `server/db` uses and its types do not declare. */
interface Connection {
  readonly stream: net.Socket;
  readonly parsedStatements: Record<string, string | undefined>;
  attachListeners(stream: net.Socket): void;
}
interface Query {
  name: unknown;
  callback: unknown;
  readonly _result: { _types: unknown };
}

const connectionOf = (client: pg.ClientBase) => (client as unknown as { connection: Connection }).connection;
const changed = (what: string, file: string) =>
  `pg no longer ${what}: adapt server/db/driver/${file}, and run with PG_PATCHES=off until then`;

let db: TestDatabase;
let client: pg.Client;
let connection: Connection;
/** Whether `attachListeners` of the connection read the responses. */
let attached = false;
beforeAll(async () => {
  db = await createTestDatabase();
  client = new pg.Client({ ...db.address, pipeline: true } as pg.ClientConfig);
  connection = connectionOf(client);
  const attach = connection.attachListeners?.bind(connection);
  connection.attachListeners = (stream) => {
    attached = true;
    attach?.(stream);
  };
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.close();
});

test('a connection lists its prepared statements, and prepares again what was removed from the list', async () => {
  const statement = { name: 'canary', text: 'select 1 as one', values: [] };
  await client.query(statement);
  const message = changed('records prepared statements in connection.parsedStatements', 'prepared-statement-limit.ts');
  expect(connection.parsedStatements?.canary, message).toBe(statement.text);
  delete connection.parsedStatements.canary;
  await client.query('deallocate canary');
  expect((await client.query(statement)).rows, message).toEqual([{ one: 1 }]);
});

test('a query takes name, types and callback from its fields', async () => {
  const message = changed('reads name, _result._types and callback of a query', 'run-statement.ts');
  const query = new pg.Query('select $1::text as city', ['昆明']) as unknown as Query;
  expect(query, message).toHaveProperty('_result');
  query.name = 'canary_fields';
  query._result._types = { getTypeParser: () => (value: string) => `parsed ${value}` };
  const answered = new Promise((resolve, reject) => {
    query.callback = (error: unknown, result: pg.QueryResult) => (error ? reject(error) : resolve(result.rows));
    setTimeout(reject, 5000, new Error(message)).unref();
  });
  client.query(query as unknown as pg.Query);
  expect(await answered, message).toEqual([{ city: 'parsed 昆明' }]);
  expect(connection.parsedStatements.canary_fields, message).toBe('select $1::text as city');
});

test('a connection reads its answers by attachListeners, with a parser whose encoding can be set', () => {
  expect(attached, changed('calls connection.attachListeners', 'results-as-bytes.ts')).toBe(true);
  const message = changed('has a parser with reader.encoding', 'results-as-bytes.ts');
  expect(new Parser(), message).toHaveProperty('reader.encoding', 'utf-8');
});

test('a client with `pipeline` sends a statement before the previous one is answered', async () => {
  const message = changed(
    'sends without waiting where `pipeline` is set',
    'send-short-reads-over-pipelined-connections.ts',
  );
  const order: string[] = [];
  const write = connection.stream.write.bind(connection.stream) as (...data: unknown[]) => boolean;
  connection.stream.write = ((...data: unknown[]) => {
    if (String(data[0]).includes('canary_second')) order.push('second sent');
    return write(...data);
  }) as net.Socket['write'];
  try {
    await Promise.all([
      client.query('select pg_sleep(0.2)').then(() => order.push('first answered')),
      client.query('select 1 as canary_second'),
    ]);
  } finally {
    connection.stream.write = write as net.Socket['write'];
  }
  expect(order, message).toEqual(['second sent', 'first answered']);
});

test('one listener alone reads from a connection', () => {
  expect(
    connection.stream.listeners('data'),
    changed('reads by one listener', 'read-rows-as-raw-protocol-messages.ts'),
  ).toHaveLength(1);
});

const open = (driverPatches: boolean, work: (one: Database) => Promise<void>) => async () => {
  const one = await openDatabase({
    ...db.address,
    max: 1,
    pipelines: 1,
    readsAtOnce: true,
    driverPatches,
    applicationName: 'canary',
  });
  try {
    await work(one);
  } finally {
    await one.close();
  }
};

for (const patches of [true, false])
  test(
    `with patches ${patches ? 'on' : 'off'} the same is read`,
    open(patches, async (one) => {
      const city = '昆明 🚌';
      const statement = (more: object) =>
        namePreparedStatement(sql`select ${city}::text as text, ${7}::int8 as number, null::text as nothing`, more);
      const row = { text: city, number: 7, nothing: null };
      for (let times = 0; times < 4; times++) {
        expect(await one.row(statement({ brief: true }))).toEqual(row);
        expect(await one.row(statement({}))).toEqual(row);
        expect(await one.transaction((tx) => tx.row(statement({})))).toEqual(row);
      }
      const encoded = await one.row<{ text: never }>(statement({ brief: true, bytes: true }));
      expect(encoded && decodeByteString(encoded.text)).toBe(city);
      await expect(one.row(namePreparedStatement(sql`select ${city}::int as n`, { brief: true }))).rejects.toThrow(
        city,
      );
      await one.session(async (session) => {
        expect(mayUseUndocumentedFeatures(session.client)).toBe(patches);
        const rows = Buffer.concat(
          await readRowsAsRawProtocolMessages(session.client, `select '昆明', null, 12 union all select '', '', 0`),
        );
        // DataRow: type, length, number of values, and each value after its length
        const messages = [
          '440000001a0003 00000006 e69886e6988e ffffffff 00000002 3132',
          '44000000130003 00000000 00000000 00000001 30',
        ];
        expect(rows.toString('hex')).toBe(messages.join('').replaceAll(' ', ''));
      });
    }),
  );

test(
  'without patches nothing stays prepared, and no connection is opened besides those of the pool',
  open(false, async (one) => {
    for (let times = 0; times < 5; times++)
      await one.row(namePreparedStatement(sql`select ${times}::int as n`, { brief: true }));
    expect(await one.rows('select name from pg_prepared_statements')).toEqual([]);
    const own = 'select count(*) as n from pg_stat_activity where datname = $1 and application_name = $2';
    expect(await one.row(own, [db.address.database, 'canary'])).toEqual({ n: 1 });
  }),
);
