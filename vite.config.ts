import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { nameEarlyFiles } from './scripts/early-files.ts';
import { foreignModules } from './scripts/modules-folder.mjs';
import { chunkOf } from './scripts/web-chunks.ts';

/** The web part: index.html → apps/web.tsx, built into dist/web, which the server delivers. */
export default defineConfig({
  plugins: [foreignModules(), react(), nameEarlyFiles()],
  publicDir: 'web/public',
  worker: { format: 'es' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // a data: URL in style or script would need a wider content security policy
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The sets of chunkOf are closed already; what lies behind an index file must not be drawn in with it.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: chunkOf, priority: 1 },
          ],
        },
      },
    },
  },
});
