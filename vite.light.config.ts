import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadLightPages } from './scripts/vite/preload-light-pages.ts';
import { waitForNetworkOnImport } from './scripts/vite/wait-for-network-imports.ts';

const own = (file: string): string => path.join(import.meta.dirname, file);

/**
 * The public pages of visitors: light.html → apps/light-pages.tsx, built into the same folder as the web part, after it.
 * The components are those of the web part, drawn by Preact, which is a fifth of React, and without the router.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-router$/, replacement: own('web/light/lightweight-router-replacing-react-router.tsx') },
    ],
  },
  plugins: [waitForNetworkOnImport(), react(), preloadLightPages()],
  publicDir: 'web/public',
  worker: { format: 'es' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    copyPublicDir: false, // the web part has brought them
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // a data: URL in style or script would need a wider content security policy
    chunkSizeWarningLimit: 1200, // the map
    rolldownOptions: {
      input: own('light.html'),
      output: {
        chunkFileNames: ({ name }) => `assets/${name.slice(0, 4)}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: [{ name: 'light', tags: ['$initial'] }] },
      },
    },
  },
});
