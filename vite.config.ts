import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { foreignModules } from './scripts/modules-folder.mjs';
import { chunkOf } from './scripts/vite/chunks.ts';
import { evaluateResourceIndex } from './scripts/vite/evaluate-resource-index.ts';
import { listOfflineFiles } from './scripts/vite/offline-file-lists.ts';
import { omitUnusedParts } from './scripts/vite/omit-unused-parts.ts';
import { injectPreloadFileNames } from './scripts/vite/preload-file-names.ts';
import { shareIconComponent } from './scripts/vite/share-icon-component.ts';
import { waitForNetworkOnImport } from './scripts/vite/wait-for-network-imports.ts';

/** The router has a build without its warnings to developers, and names it to nobody who asks for the router. */
const withoutWarnings = {
  find: /^react-router$/,
  replacement: path.join(import.meta.dirname, 'node_modules', 'react-router', 'dist', 'production', 'index.mjs'),
};

/** The web part: index.html → apps/web.tsx, built into dist/web, which the server delivers. */
export default defineConfig(({ command }) => ({
  resolve: { alias: command === 'build' ? [withoutWarnings] : [] },
  plugins: [
    foreignModules(),
    evaluateResourceIndex(),
    omitUnusedParts(),
    shareIconComponent(),
    waitForNetworkOnImport(),
    react(),
    injectPreloadFileNames(),
    listOfflineFiles(),
  ],
  publicDir: 'web/public',
  worker: { format: 'es' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false }, // browsers without it load the same, a little later
    assetsInlineLimit: 0, // a data: URL in style or script would need a wider content security policy
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      treeshake: {
        // parts of antd that name no side effects and have none: one brings its neighbours along otherwise
        moduleSideEffects: [{ test: /\/node_modules\/@rc-component\//, sideEffects: false }],
      },
      output: {
        // Four characters of the name and seven of the hash tell files apart: the entry names all that may come, and each
        // costs what it weighs.
        chunkFileNames: ({ name }) => `assets/${name.slice(0, 4)}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
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
}));
