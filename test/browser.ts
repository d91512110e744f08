import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/**
 * WebGL for the maps is rendered in software, and only that: pages composited that way take seconds for a frame. Glyphs
 * have the same shapes on every machine.
 */
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--font-render-hinting=none',
];

/** Launches the Chromium of this run; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { executable, libraries } = inject('chromium');
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  if (libraries) env.LD_LIBRARY_PATH = libraries;
  return await chromium.launch({ executablePath: executable, args: FLAGS, env });
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** As scripts/chromium.mjs found it. */
    chromium: { executable: string; libraries: string };
    /** One a worker: its address without a slash at the end, the one password of all its accounts, its data folder. */
    products: { url: string; password: string; dataDir: string }[];
  }
}
