import { TaskThread } from '#server/run-tasks-in-worker-thread.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import { damagedLawFile } from './law-file-limits-and-errors.ts';
import type { LawFileAnswer, LawFileTask } from './law-file-worker.ts';
import type { LawText } from './split-law-text-into-articles.ts';

/** A law of a thousand articles takes a tenth of a second. */
const thread = new TaskThread<LawFileTask, LawFileAnswer>({
  file: '../modules/library/server/law/law-file-worker.ts',
  timeout: 15_000,
  heap: 256,
});

/**
 * Reads the text of a law from a .docx, .md or .txt file and splits it into articles, in a thread with limits of bytes,
 * heap and time. Throws a SheetError for what cannot be read.
 */
export async function readLawFileInWorkerThread(file: Uint8Array): Promise<LawText> {
  const answer = await thread.run({ file });
  if (answer && 'law' in answer) return answer.law;
  throw answer && 'refused' in answer ? new SheetError(answer.refused) : damagedLawFile();
}
