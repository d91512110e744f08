import pg from 'pg';
import { isPatched } from '#server/db/driver/driver-patches.ts';

/** What the driver's own types do not tell of a query. */
interface PrivateQuery extends pg.Query {
  name?: string | undefined;
  _result: { _types: pg.CustomTypesConfig | undefined };
  callback(error: Error | null, result: unknown): void;
}

/**
 * Runs a statement on a connection. On a patched client it is made a query here: the driver copies a plain object by the
 * descriptors of its properties, which took a tenth of what reading one row costs the server. Without patches nothing
 * bounds the statements a connection prepares, so that none gets a name.
 */
export async function runStatement<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  { text, values, name, types }: pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
  try {
    if (!isPatched(client)) return await client.query<R>({ text, ...(values && { values }), ...(types && { types }) });
    return await new Promise((resolve, reject) => {
      const query = new pg.Query(text, values) as PrivateQuery;
      query.name = name;
      query._result._types = types;
      query.callback = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult<R>));
      client.query(query);
    });
  } catch (error) {
    // its own trace leads to the socket, and to nobody who asked
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
