/** npm start: from a clone to a running server. */
import path from 'node:path';
import { ensureBuild } from './build.mjs';
import { memoryLimits, root, runInForeground } from './child-process.mjs';
import { ensureDependencies } from './install-dependencies.mjs';
import { runMain } from './print-steps.mjs';

await runMain(async () => {
  await ensureDependencies();
  await ensureBuild();
  const env = { ...memoryLimits.environment, ...process.env, NODE_ENV: 'production' };
  const server = path.join(root, 'dist', 'server.mjs');
  return await runInForeground(process.execPath, [...memoryLimits.flags, server, '--pretty'], { env });
});
