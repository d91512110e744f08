import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { text } from '#kernel/text.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import type { XlsxAnswer, XlsxTask } from '#server/sheets/xlsx-worker.ts';
import { damagedWorkbook } from '#server/sheets/zip-reader.ts';

/** Milliseconds a workbook may take to be read; 5,000 rows take about one second. */
const PATIENCE = 60_000;

/** Megabytes of heap of the reading thread: several times what 64 MB of XML come to. */
const HEAP = 1024;

const tooMuch = () =>
  new SheetError(
    text('文件内容过于复杂，无法读取，请精简后重试', 'The file is too complex to read; simplify it and try again'),
  );

/** Every row of the first sheet of an .xlsx file, cells as texts; formulas count as the values saved with them. */
export async function readXlsx(file: Uint8Array, mostRows: number): Promise<string[][]> {
  const task: XlsxTask = { file, mostRows };
  const answer = await ask(task);
  if ('rows' in answer) return answer.rows;
  throw 'refused' in answer ? new SheetError(answer.refused) : damagedWorkbook(answer.failed);
}

async function ask(task: XlsxTask): Promise<XlsxAnswer> {
  const worker = startWorker({ workerData: task, resourceLimits: { maxOldGenerationSizeMb: HEAP } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<XlsxAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(tooMuch()), PATIENCE);
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
      );
      worker.once('exit', () => reject(tooMuch())); // no effect after an answer
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/**
 * In the production bundle the thread is a bundle of its own beside the server's. Sources go through tsx, which Node
 * does not hand on to threads.
 */
function startWorker(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./xlsx-worker.mjs', import.meta.url), options);
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
  const tsx = new URL('./esm/api/index.mjs', loader).href;
  const source = new URL('./xlsx-worker.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ tsImport }) => tsImport(${JSON.stringify(source)}, ${JSON.stringify(source)}))`;
  return new Worker(code, { ...options, eval: true });
}
