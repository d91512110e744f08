import type { Database, Queryable } from '#server/db/open-database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** The engine, and the texts of the statements it runs, in order; a transaction begins with `begin` and ends with `commit`. */
export function watchStatements<E extends Pick<Engine, 'db'>>(engine: E): { engine: E; statements: string[] } {
  const statements: string[] = [];
  const watched = <Q extends Queryable>(on: Q): Q => {
    const plain: Queryable = on;
    const noting =
      <Name extends keyof Queryable>(name: Name) =>
      (...given: Parameters<Queryable[Name]>) => {
        const [statement] = given;
        statements.push(typeof statement === 'string' ? statement : statement.text);
        return (plain[name] as (...all: typeof given) => unknown)(...given);
      };
    return { ...on, query: noting('query'), rows: noting('rows'), row: noting('row') };
  };
  const db: Database = {
    ...watched(engine.db),
    transaction: (work) => {
      statements.push('begin');
      return engine.db.transaction(async (tx) => {
        const note = (...given: readonly Sql[]) => statements.push(...given.map(({ text }) => text));
        const result = await work({
          ...watched(tx),
          rowsOfAll: (given) => {
            note(...given);
            return tx.rowsOfAll(given);
          },
          lastRow: (given) => {
            note(given);
            return tx.lastRow(given);
          },
        });
        statements.push('commit');
        return result;
      });
    },
  };
  return { engine: { ...engine, db }, statements };
}
