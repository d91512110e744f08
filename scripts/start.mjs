/** npm start: from a clone to a running server. */
import path from 'node:path';
import { ensureBuild } from './build.mjs';
import { frugalMemory, root, runInForeground } from './child.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { runMain } from './steps.mjs';

await runMain(async () => {
  await ensureDependencies();
  await ensureBuild();
  const env = { ...frugalMemory.environment, ...process.env, NODE_ENV: 'production' };
  const server = path.join(root, 'dist', 'server.mjs');
  return await runInForeground(process.execPath, [...frugalMemory.flags, server, '--pretty'], { env });
});
