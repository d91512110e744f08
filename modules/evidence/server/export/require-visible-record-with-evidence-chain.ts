import type { AnyResource } from '#kernel/declaration/resource.ts';
import { chainOfRow } from '#kernel/lifecycle/writes-entered-in-evidence-chain.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readKey, readRow } from '#server/read/row/read-one-row-as-json.ts';
import { notFound } from '#server/refusal.ts';
import { hourlyEvidenceRoot } from '../../contract/hourly-evidence-merkle-root.ts';

/** Permission node for exporting the evidence of visible rows. */
export const evidenceExportNode = `${hourlyEvidenceRoot.name}/extract`;

export interface VisibleRecordWithChain {
  readonly resource: AnyResource;
  readonly id: number;
  readonly stream: string;
  readonly title: string;
}

/**
 * Reads the row that a call about evidence names. Refused as not found unless its resource has chains and the caller
 * may see the row.
 */
export async function requireVisibleRecordWithChain(
  engine: Engine,
  caller: Caller,
  params: Readonly<Record<string, unknown>>,
): Promise<VisibleRecordWithChain> {
  const resource = engine.find(String(params.resource));
  if (!resource?.chained || !can(caller, `${resource.name}/index`)) throw notFound();
  const id = readKey(params.id);
  const row = await readRow(engine, resource, caller, id);
  return { resource, id, stream: chainOfRow(resource, id), title: String(row[resource.title] ?? id) };
}
