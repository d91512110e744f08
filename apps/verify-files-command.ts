import path from 'node:path';
import { parseArgs } from 'node:util';
import { verifyDocumentChecksumsAndNumbers } from '#modules/document/server/verify-document-checksums-and-numbers.ts';
import type { Config } from '#server/config.ts';
import { type FaultyFile, verifyStoredFiles } from '#server/files/verify-stored-files-by-recorded-hash.ts';
import { StartupError } from '#server/startup-error.ts';
import { printMessage, withOpenDatabase } from './cli-database.ts';

const faults: Readonly<Record<FaultyFile['fault'], string>> = {
  missing: '缺失 missing',
  differs: '不符 differs',
  unnumbered: '无文书号 no number',
  gap: '缺号 no document',
};

/**
 * `npm run verify`: checks stored files and issued documents against their checksums, and document numbers for gaps.
 * Changes nothing.
 */
export async function verify(config: Config, args: string[]): Promise<void> {
  parseArgs({ args, options: {} });
  let wrong = 0;
  const found = ({ fault, of }: FaultyFile) => {
    wrong++;
    printMessage(`✗ ${faults[fault]}  ${of}`);
  };
  await withOpenDatabase(config, async (db) => {
    printMessage('… 核验文件 Summing files');
    const { files, originals, unsummed, elsewhere } = await verifyStoredFiles(
      db,
      path.join(config.dataDir, 'storage'),
      found,
    );
    printMessage('… 核验文书 Summing documents');
    const { files: documentFiles, numbers } = await verifyDocumentChecksumsAndNumbers(db, found);
    const seen = `${files.toLocaleString('en')} 个文件 files，${originals.toLocaleString('en')} 个原件 originals，${documentFiles.toLocaleString('en')} 份文书文件 files of documents，${numbers.toLocaleString('en')} 个文书号 numbers`;
    if (unsummed > 0)
      printMessage(
        `! ${unsummed} 个较早的原件没有校验值，仅确认存在 ${unsummed} older originals have no sum and were only seen to be there`,
      );
    if (elsewhere > 0)
      printMessage(`! 对象存储中的 ${elsewhere} 个文件未核验 ${elsewhere} files in object storage were not looked at`);
    if (wrong > 0) {
      throw new StartupError({
        'zh-cn': `核验未通过：${wrong} 处与记录不符（${seen}）。`,
        en: `The verification failed: ${wrong} differ from what is on record.`,
      });
    }
    printMessage(`✓ 核验通过 Verified: ${seen}`);
  });
}
