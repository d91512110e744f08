import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { FontFiles } from '../setup/browser-fonts.ts';

/**
 * Only WebGL, for the maps, is rendered in software: pages composited that way take seconds per frame. Glyphs have the
 * same shapes on every machine.
 */
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--font-render-hinting=none',
  // as for the runner itself (vitest.config.ts): a page in a test closes before optimised code or garbage collection
  // pays off. The last compiler took a twentieth of what a page costs.
  '--js-flags=--interrupt-budget=1350000,--invocation-count-for-maglev=10000,--no-turbofan,--min-semi-space-size=16',
];

/** Grants access to the camera when a page asks. */
const filming = (file: string) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];

export interface BrowserOptions {
  /** With a Chinese font, as the users of the product have. Default: true. */
  chinese?: boolean;
  /** The MJPEG file that the camera of this browser shows; without it there is no camera. */
  film?: string;
}

let shared: Promise<Browser> | undefined;

/**
 * The Chromium of a worker, shared by all its files instead of one for each. Pages with separate contexts share
 * nothing. The browser ends with the pipe that controls it, which the worker holds.
 */
export async function shareBrowser(): Promise<Browser> {
  const existing = await shared?.catch(() => undefined);
  if (existing?.isConnected()) return existing;
  shared = launchBrowser();
  return shared;
}

/** Launches a Chromium of this run; the caller closes it. */
export async function launchBrowser({ chinese = true, film }: BrowserOptions = {}): Promise<Browser> {
  const { executable, libraries, fonts, profiles } = inject('chromium');
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]));
  if (libraries) env.LD_LIBRARY_PATH = libraries;
  env.FONTCONFIG_FILE = chinese ? fonts.chinese : fonts.bare;
  // The shared memory of its processes lies in files there, in RAM where there is enough: on a disk each page writes
  // some megabytes. The profile of a browser that ends with its worker is removed with the folder of the run.
  env.TMPDIR = profiles;
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = profiles;
  try {
    return await chromium.launch({ executablePath: executable, args: [...FLAGS, ...(film ? filming(film) : [])], env });
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Chromium as found by scripts/find-chromium.mjs, its fontconfig files, and a folder for its data. */
    chromium: { executable: string; libraries: string; fonts: FontFiles; profiles: string };
    /** A data folder like theirs, to be copied by tests that change its contents. */
    spare: string;
  }
}
