import { text } from '#kernel/text/text.ts';
import type { ModuleContext, ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { dailyRootEmail } from '../contract/email-of-daily-root-to-supervisors.ts';
import { checkChainsAtNight, runChainCheckJob } from './check/chain-check-jobs.ts';
import { evidenceVerifyExportAndKeyController } from './evidence-verify-export-and-key-controller.ts';
import { runEvidenceExport } from './export/run-evidence-export.ts';
import { createFirstKey } from './key/signing-key.ts';
import { publicKeysAndRootsController } from './public-keys-and-roots-controller.ts';
import { publishDailyRoots } from './root/publish-daily-roots.ts';
import { sealHourlyRoot } from './root/seal-hourly-root.ts';

export const evidenceServer = ({ parts }: Pick<ModuleContext, 'parts'>): ServerModule => ({
  name: 'evidence',
  messages: [dailyRootEmail],
  controllers: () => [evidenceVerifyExportAndKeyController, publicKeysAndRootsController],
  jobs: {
    evidence_export: {
      restarts: true,
      run: (engine, context) =>
        runEvidenceExport(engine, Object.assign({}, ...parts.map(({ evidenceFiles }) => evidenceFiles)), context),
    },
    evidence_check: { restarts: true, run: runChainCheckJob },
  },
  scheduled: {
    seal_evidence: {
      label: text('证据链：每小时封存并签名', 'Evidence chain: seal and sign every hour'),
      at: '0 * * * *',
      run: async (engine) => void (await sealHourlyRoot(engine)),
    },
    publish_evidence_root: {
      label: text('证据链：公布前一日的根', 'Evidence chain: publish the root of the day before'),
      at: '10 0 * * *',
      run: async (engine) => void (await publishDailyRoots(engine)),
    },
    check_evidence: {
      label: text('证据链：全部核验', 'Evidence chain: verify everything'),
      at: '20 4 * * *',
      run: async (engine) => void (await checkChainsAtNight(engine)),
    },
  },
  prepare: (engine) => createFirstKey(engine),
});
