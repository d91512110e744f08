import { EventEmitter } from 'node:events';
import pg from 'pg';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * The pool of all lanes of the queue in a process. The runner of each lane takes a connection to listen for new tasks, and
 * holds it as long as it runs. Here all of them share one, so that a lane costs the database no backend.
 */
export class QueuePool extends pg.Pool {
  readonly #config: pg.PoolConfig;
  readonly #lanes = new Set<EventEmitter>();
  #listening: Promise<pg.Client> | undefined;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.#config = config;
    // a usual pool takes its connection for a statement by a callback
    this.query = ((statement: string | pg.QueryConfig, values?: unknown[]) =>
      this.#runOnConnection(statement, values)) as pg.Pool['query'];
  }

  override connect(): Promise<pg.PoolClient>;
  /** The library gives a callback when it wants to listen, and awaits connections for statements. */
  override connect(listening: Connected): void;
  override connect(listening?: Connected): Promise<pg.PoolClient> | undefined {
    if (!listening) return super.connect();
    this.#listening ??= this.#openListeningConnection();
    this.#listening.then(
      () => this.#join(listening),
      (error: Error) => listening(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #runOnConnection(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.connect();
    try {
      return await client.query(statement, values);
    } finally {
      client.release();
    }
  }

  override async end(): Promise<void> {
    const client = await this.#listening?.catch(() => undefined);
    await Promise.all([client?.end().catch(() => undefined), super.end()]);
  }

  async #openListeningConnection(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, keepAlive: true });
    client.on('notification', (message) => this.#tell('notification', message));
    // a connection may report its end twice, the second time when another has taken its place already
    client.on('error', () => undefined);
    client.once('error', (error) => {
      this.#listening = undefined;
      void client.end().catch(() => undefined);
      this.#tell('error', error);
    });
    try {
      await client.connect();
      await client.query('listen "jobs:insert"; listen "worker:migrate"');
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
    return client;
  }

  #tell(event: 'notification' | 'error', content: unknown): void {
    // a lane leaves when it is told of an error
    for (const lane of [...this.#lanes]) lane.emit(event, content);
  }

  /** Gives a lane what looks to it like a connection of its own. */
  #join(listening: Connected): void {
    // that connection listens already, and for the other lanes still when this one asks it to stop
    const lane = Object.assign(new EventEmitter(), { query: () => Promise.resolve() });
    this.#lanes.add(lane);
    listening(undefined, lane as unknown as pg.PoolClient, () => this.#lanes.delete(lane));
  }
}
