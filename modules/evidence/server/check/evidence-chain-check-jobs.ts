import type { EvidenceFinding } from '#kernel/evidence-chain/verify-evidence-export.ts';
import { text } from '#kernel/text/text.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import { Refused } from '#server/refusal.ts';
import { hourlyEvidenceRoot } from '../../contract/hourly-evidence-merkle-root.ts';
import { checkAllEvidenceChains, type EvidenceChainsReport } from './check-all-evidence-chains-roots-and-signatures.ts';

export const verifyEvidenceChainsNode = `${hourlyEvidenceRoot.name}/verify`;

const forbidden = text('您没有核验证据链的权限', 'You may not verify the evidence chain');

/** The job that checks all chains; its result is the report. */
export async function runEvidenceChainCheckJob(
  engine: Engine,
  { caller, signal, progress }: JobContext & { caller: Caller },
): Promise<Readonly<Record<string, unknown>>> {
  if (!can(caller, verifyEvidenceChainsNode)) throw new Refused(forbidden);
  const counted = await engine.db.row<{ n: number }>(sql`select count(*)::int as n from chain_entry`);
  const total = counted?.n ?? 0;
  const report: EvidenceChainsReport = await checkAllEvidenceChains(engine.db, {
    signal,
    onEntries: (entries) => progress(Math.min(entries, total), total),
  });
  return { ...report };
}

/**
 * Checks all chains every night. Throws if anything is broken, so that the operator's monitoring finds it in the log.
 */
export async function checkEvidenceChainsAtNight(engine: Engine): Promise<readonly EvidenceFinding[]> {
  const { findings } = await checkAllEvidenceChains(engine.db);
  if (findings.length > 0)
    throw new Error(`the evidence chain is not as it was written: ${JSON.stringify(findings.slice(0, 3))}`);
  return findings;
}
