import { updateAllScores } from '#modules/risk/server/update-risk-scores.ts';
import { serverModules } from '#modules/server.ts';
import type { Engine } from '#server/engine/database-declarations-and-caches.ts';

/** Computes the risk scores of demonstration data, as every night will. */
export async function scoreDemoEnterprises(engine: Engine): Promise<void> {
  const parts = serverModules(() => undefined);
  await updateAllScores(
    engine,
    parts.flatMap(({ riskContributors = [] }) => riskContributors),
  );
}
