import { text } from '#kernel/text/text.ts';
import type { ModuleContext, ServerModule } from '#server/platform/server-module-declaration.ts';
import { dailyEvidenceRootEmail } from '../contract/daily-evidence-root-email.ts';
import { checkEvidenceChainsAtNight, runEvidenceChainCheckJob } from './check/evidence-chain-check-jobs.ts';
import { evidenceChainCheckExportAndKeyController } from './evidence-chain-check-export-and-key-controller.ts';
import { runEvidenceExport } from './export/run-evidence-export.ts';
import { createFirstSigningKey } from './key/evidence-signing-keys.ts';
import { publicEvidenceKeysAndRootsController } from './public-evidence-keys-and-roots-controller.ts';
import { publishDailyEvidenceRoots } from './root/publish-daily-evidence-roots.ts';
import { sealHourlyEvidenceRoot } from './root/seal-hourly-evidence-root.ts';

export const evidenceServer = ({ parts }: Pick<ModuleContext, 'parts'>): ServerModule => ({
  name: 'evidence',
  messages: [dailyEvidenceRootEmail],
  controllers: () => [evidenceChainCheckExportAndKeyController, publicEvidenceKeysAndRootsController],
  jobs: {
    evidence_export: {
      restarts: true,
      run: (engine, context) =>
        runEvidenceExport(engine, Object.assign({}, ...parts.map(({ evidenceFiles }) => evidenceFiles)), context),
    },
    evidence_check: { restarts: true, run: runEvidenceChainCheckJob },
  },
  scheduled: {
    seal_evidence: {
      label: text('证据链：每小时封存并签名', 'Evidence chain: seal and sign every hour'),
      at: '0 * * * *',
      run: async (engine) => void (await sealHourlyEvidenceRoot(engine)),
    },
    publish_evidence_root: {
      label: text('证据链：公布前一日的根', 'Evidence chain: publish the root of the day before'),
      at: '10 0 * * *',
      run: async (engine) => void (await publishDailyEvidenceRoots(engine)),
    },
    check_evidence: {
      label: text('证据链：全部核验', 'Evidence chain: verify everything'),
      at: '20 4 * * *',
      run: async (engine) => void (await checkEvidenceChainsAtNight(engine)),
    },
  },
  prepare: (engine) => createFirstSigningKey(engine),
});
