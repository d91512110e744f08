import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/db/open-database.ts';

/** Prometheus metrics of one process. */
export function createMetrics(db: Database, streams: () => number) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method and status',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const faults = new Counter({ name: 'http_faults_total', help: 'Answers with status 500', registers: [registry] });
  new Gauge({
    name: 'database_connections',
    help: 'Pool connections, by use',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, db.pool.totalCount);
      this.set({ state: 'idle' }, db.pool.idleCount);
      this.set({ state: 'waiting' }, db.pool.waitingCount);
    },
  });
  new Gauge({
    name: 'live_streams',
    help: 'Open event streams',
    registers: [registry],
    collect() {
      this.set(streams());
    },
  });
  return {
    observe(app: FastifyInstance) {
      app.addHook('onResponse', async (request, reply) => {
        duration.observe({ method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000);
        if (reply.statusCode === 500) faults.inc();
      });
    },
    read: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}
