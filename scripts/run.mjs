/** node scripts/run.mjs <file> [arguments]: runs a TypeScript file of the product, installing dependencies first. */
import { runInForeground } from './child-process.mjs';
import { ensureDependencies } from './install-dependencies.mjs';
import { runMain } from './print-steps.mjs';

await runMain(async () => {
  await ensureDependencies();
  return await runInForeground(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)]);
});
