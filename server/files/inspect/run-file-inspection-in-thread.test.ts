import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runFileInspectionInThread } from './run-file-inspection-in-thread.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a file that arrives while the thread is ending is inspected nevertheless', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'xingjian-inspect-'));
  const file = path.join(folder, 'a');
  await fs.writeFile(file, Buffer.from('%PDF-1.7\n'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const seen = { found: { ext: 'pdf', mime: 'application/pdf' } };
    for (let turn = 0; turn < 2; turn++) {
      expect(await runFileInspectionInThread({ task: 'type', file })).toMatchObject(seen);
      vi.advanceTimersByTime(30_000); // long enough for the idle thread to be ended
    }
  } finally {
    await fs.rm(folder, { recursive: true });
  }
});
