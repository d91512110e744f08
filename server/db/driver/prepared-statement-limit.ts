import type pg from 'pg';

/** Maximum number of prepared statements per connection. One of forty columns takes 170 KB of its memory. */
export const maxPreparedStatements = 100;

/** The statements prepared on a connection, as `pg` stores them without declaring it. */
interface Prepared {
  readonly connection: { readonly parsedStatements: Record<string, string | undefined> };
}

/**
 * Limits prepared statements per connection: a new one replaces the least recently used. PostgreSQL itself keeps every
 * named statement until the connection ends.
 */
export function limitPreparedStatements(client: pg.ClientBase, most = maxPreparedStatements): void {
  const prepared = (client as unknown as Prepared).connection.parsedStatements;
  /** Names, least recently used first. */
  const recent = new Set<string>();
  const run = client.query.bind(client) as (...query: unknown[]) => unknown;

  /** Names to be deallocated before this one is prepared. */
  const use = (name: string): string[] => {
    const gone: string[] = [];
    // two for one, to make up for those that a failed transaction could not deallocate
    if (!recent.delete(name))
      for (let n = 0; n < 2 && recent.size >= most; n++) {
        const last = recent.values().next().value as string;
        recent.delete(last);
        if (prepared[last] !== undefined) gone.push(last); // otherwise preparing it failed
      }
    recent.add(name);
    return gone;
  };
  const end = (names: readonly string[], then: () => void): void => {
    const texts = names.map((name) => prepared[name]);
    // statements sent from now on, even before the response, have to prepare them again
    for (const name of names) delete prepared[name];
    run(names.map((name) => `deallocate ${name}`).join('; '), (error: Error | null) => {
      // a failed transaction accepts no statement but its end
      if (error)
        names.forEach((name, at) => {
          recent.add(name);
          prepared[name] ??= texts[at];
        });
      then();
    });
  };
  client.query = ((...query: unknown[]) => {
    const [statement] = query as [{ name?: unknown } | undefined];
    const named = typeof statement === 'object' && typeof statement.name === 'string' ? statement.name : undefined;
    const gone = named === undefined ? [] : use(named);
    if (gone.length === 0) return run(...query);
    if (typeof query.at(-1) === 'function') return end(gone, () => void run(...query));
    return new Promise((resolve) => end(gone, () => resolve(run(...query))));
  }) as typeof client.query;
}
