import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { slowFiles } from '../setup/file-order.ts';

it('files that start first exist', () => {
  expect(slowFiles.filter((file) => !fs.existsSync(path.join(packageRoot, file)))).toEqual([]);
});
