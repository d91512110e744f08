import { urlOriginOf } from '#kernel/wire/url-origin.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * Hosts of a module that pages may embed in frames, and the tables they come from, which need the trigger
 * `notify_processes`.
 */
export interface EmbeddableHostSource {
  readonly tables: readonly string[];
  read(engine: Engine): Promise<readonly (string | null)[]>;
}

export interface EmbeddableHosts {
  /** The current origins. It is the same array until they change. */
  now(): readonly string[];
  readonly tables: readonly string[];
  reload(): Promise<void>;
}

/** Hosts that pages may embed in frames; only those of active connections. Empty until first loaded. */
export function watchEmbeddableHosts(engine: Engine, framed: readonly EmbeddableHostSource[]): EmbeddableHosts {
  let hosts: readonly string[] = [];
  return {
    now: () => hosts,
    tables: [...new Set(framed.flatMap(({ tables }) => tables))],
    async reload() {
      const addresses = (await Promise.all(framed.map((one) => one.read(engine)))).flat();
      const next = [...new Set(addresses.map(urlOriginOf).filter((one) => one !== undefined))].sort();
      if (next.join() !== hosts.join()) hosts = next;
    },
  };
}
