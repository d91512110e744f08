import type { Move } from '#kernel/declaration/lifecycle.ts';
import { type ChainHead, hashText } from '#kernel/evidence-chain/hash-chain-entry.ts';
import { chainOfRow, entersEvidenceChain } from '#kernel/lifecycle/writes-entered-in-evidence-chain.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import {
  chainEntryOf,
  chainHead,
  publicTitle,
  readChainHeads,
  sm3,
  storeChainEntries,
  valuesWithoutPersonalData,
} from '../statement/store-evidence-chain-entries.ts';
import { submittedFilesPlaceAndSignatures } from './store-files-place-and-signatures-submitted-with-move.ts';
import {
  type FeatureContribution,
  type FeatureStatements,
  moveTakesEffect,
  type PlannedWrite,
  type StoredWrite,
  type WriteCall,
  type WriteFeature,
} from './write-phase-and-feature-types.ts';

const isChainedWrite = ({ resource, order }: Pick<WriteCall, 'resource' | 'order'>) =>
  entersEvidenceChain(resource, order.operation, order.move);

/**
 * Evidence chains (`chained`): additions and moves are entered in the chain of their row by the statement that stores
 * them. The head of the chain is read with the row, and the row is stored only if it still has the version that was
 * read. Of two writers one begins again, so that nobody waits.
 */
export const enterInEvidenceChain: WriteFeature = {
  state: (call) =>
    call.order.operation === 'move' && isChainedWrite(call)
      ? [sql`'chain', ${chainHead(sql`${`${call.resource.name}:`} || t.id`)}`]
      : [],
  plan: (write) => (isChainedWrite(write) && moveTakesEffect(write) ? new ChainedWrite(write) : undefined),
};

class ChainedWrite implements FeatureContribution {
  readonly #write: PlannedWrite;

  constructor(write: PlannedWrite) {
    this.#write = write;
  }

  /** The key of a new row is drawn before the row is stored, because the name of its chain contains it. */
  async columns(): Promise<Readonly<Record<string, unknown>>> {
    const { before, resource, tx, engine, order } = this.#write;
    if (before || order.trial) return {};
    // the place of a row in its list follows from the key last drawn over the connection
    const db = resource.sortable ? tx : engine.db;
    const row = await db.row<{ id: number }>(
      namePreparedStatement(sql`select nextval(pg_get_serial_sequence(${tableOf(resource)}, 'id'))::bigint as id`, {
        brief: db === engine.db,
      }),
    );
    return { id: row?.id };
  }

  async parts({ values, effects, to }: StoredWrite): Promise<FeatureStatements> {
    const { resource, caller, before, order, happens, fields, checked } = this.#write;
    const id = before?.id ?? (values.id as number);
    const evidence = happens?.evidence && (await this.#evidence(happens));
    const entry = chainEntryOf(caller, await this.#head(id), {
      resource,
      id,
      event: eventName(resource, happens ? (happens.emits ?? 'moved') : 'added'),
      payload: {
        ...publicTitle(resource, values[resource.title] ?? before?.[resource.title]),
        version: (before?.version ?? 0) + 1,
        move: order.move ?? null,
        from: before?.status ?? null,
        to: to ?? values.status ?? null,
        input: valuesWithoutPersonalData(fields, { ...checked, ...this.#write.step?.input }),
        ...(evidence ? { evidence: evidence.payload } : {}),
        ...(Object.keys(effects.chained).length > 0 ? { facts: effects.chained } : {}),
      },
      clientTime: evidence?.time,
      place: evidence?.place ?? null,
    });
    return { statements: [() => storeChainEntries([{ row: id, entry }])] };
  }

  /** The head read with the row; of a row that was locked after it was read, the present one. */
  async #head(id: number): Promise<ChainHead | undefined> {
    const { before, locks, tx, resource, state } = this.#write;
    if (!before) return undefined;
    if (!locks) return (state.chain as ChainHead | null | undefined) ?? undefined;
    const stream = chainOfRow(resource, id);
    return (await readChainHeads(tx, [stream])).get(stream);
  }

  /** What the chain records of a move's evidence: the hashes of the files, and a hash of everything that is stored. */
  async #evidence(move: Move) {
    const { db, checked } = this.#write;
    const given = submittedFilesPlaceAndSignatures(move.evidence ?? {}, checked);
    return {
      payload: {
        files: given.files.length > 0 ? await hashesOfFiles(db, given.files) : {},
        hash: hashText(sm3, canonicalJson(given)),
      },
      time: given.device_time === null ? undefined : new Date(given.device_time * 1000),
      place: given.place as Readonly<Record<string, unknown>> | null,
    };
  }
}

/** SHA-256 of files by their address. */
async function hashesOfFiles(db: Queryable, urls: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const rows = await db.rows<{ url: string; sha256: string }>(
    sql`select a.url, a.sha256 from routine_attachment a where a.url = any(${[...urls]}::text[])`,
  );
  return Object.fromEntries(rows.map(({ url, sha256 }) => [url, sha256]));
}
