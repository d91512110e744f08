import { updateAllCreditScores } from '#modules/credit/server/update-credit-scores.ts';
import { updateAllScores } from '#modules/risk/server/update-risk-scores.ts';
import { serverModules } from '#modules/server.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Computes the credit and risk scores of demonstration data, as every night will. */
export async function scoreDemoEnterprises(engine: Engine): Promise<void> {
  await updateAllCreditScores(engine);
  const parts = serverModules(() => undefined);
  await updateAllScores(
    engine,
    parts.flatMap(({ riskContributors = [] }) => riskContributors),
  );
}
