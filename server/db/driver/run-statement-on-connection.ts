import pg from 'pg';
import { mayUseUndocumentedFeatures } from '#server/db/driver/allow-undocumented-driver-features.ts';
import { parametersWithArrayLiterals } from '#server/db/driver/encode-array-parameters-as-postgres-literals.ts';

/** Properties of a query that the driver's types do not declare. */
interface PrivateQuery extends pg.Query {
  name?: string | undefined;
  _result: { _types: pg.CustomTypesConfig | undefined };
  callback(error: Error | null, result: unknown): void;
}

/**
 * Runs a statement on a connection. On a patched client the query object is made here, because the driver copies plain
 * objects by property descriptors, a tenth of the cost of reading one row. On other clients prepared statements are not
 * limited, so none gets a name.
 */
export async function runStatementOnConnection<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  { text, values: given, name, types }: pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
  const values = given && parametersWithArrayLiterals(given);
  try {
    if (!mayUseUndocumentedFeatures(client))
      return await client.query<R>({ text, ...(values && { values }), ...(types && { types }) });
    return await new Promise((resolve, reject) => {
      const query = new pg.Query(text, values) as PrivateQuery;
      query.name = name;
      query._result._types = types;
      query.callback = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult<R>));
      client.query(query);
    });
  } catch (error) {
    // its own stack leads to the socket instead of the caller
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
