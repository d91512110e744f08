import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { dailyRoot } from '../contract/message-templates.ts';
import { checkChainsAtNight, runChainsCheck } from './check/run-check.ts';
import { evidenceController } from './evidence-controller.ts';
import { runEvidenceExport } from './export/export-evidence.ts';
import { createFirstKey } from './key/signing-key.ts';
import { publicKeysAndRootsController } from './public-keys-and-roots-controller.ts';
import { publishDays } from './root/publish-day.ts';
import { sealRoot } from './root/seal-root.ts';

export const evidenceServer: ServerModule = {
  name: 'evidence',
  messages: [dailyRoot],
  controllers: () => [evidenceController, publicKeysAndRootsController],
  jobs: {
    evidence_export: { restarts: true, run: runEvidenceExport },
    evidence_check: { restarts: true, run: runChainsCheck },
  },
  scheduled: {
    seal_evidence: {
      label: text('证据链：每小时封存并签名', 'Evidence chain: seal and sign every hour'),
      at: '0 * * * *',
      run: async (engine) => void (await sealRoot(engine)),
    },
    publish_evidence_root: {
      label: text('证据链：公布前一日的根', 'Evidence chain: publish the root of the day before'),
      at: '10 0 * * *',
      run: async (engine) => void (await publishDays(engine)),
    },
    check_evidence: {
      label: text('证据链：全部核验', 'Evidence chain: verify everything'),
      at: '20 4 * * *',
      run: async (engine) => void (await checkChainsAtNight(engine)),
    },
  },
  prepare: (engine) => createFirstKey(engine),
};
