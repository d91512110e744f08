import { root } from './child-process.mjs';

/** Builds the verifier for Node as one file to download. Not minified: whoever runs it may want to read it first. */
export async function buildVerifier(outfile) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ['apps/verify.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    format: 'esm',
    charset: 'utf8',
    logLevel: 'warning',
  });
}
