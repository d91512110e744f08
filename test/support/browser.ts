import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { FontFiles } from '../setup/browser-fonts.ts';

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
  // as for the runner itself (vitest.config.ts): a page of a test ends before optimised code or collected memory has paid
  '--js-flags=--interrupt-budget=1350000,--invocation-count-for-maglev=10000,--min-semi-space-size=16',
];

/** Asked for the camera, somebody says yes. */
const filming = (file: string) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];

export interface BrowserOptions {
  /** With a Chinese font, as those who use the product have. True unless told. */
  chinese?: boolean;
  /** What the camera of this browser films, as MJPEG; there is none unless told. */
  film?: string;
}

let shared: Promise<Browser> | undefined;

/**
 * The Chromium of a worker, for all its files instead of one for each. A page in it shares nothing with another that has a
 * context of its own. It ends with the pipe it is told what to do by, which the worker holds.
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
  // What its processes share lies in files there, in memory where there is plenty: on a disk, each page writes some
  // megabytes. The profile of one that ends with its worker goes with the folder of the run.
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
    /** As scripts/find-chromium.mjs found it, where fontconfig reads which fonts there are, and a folder for what it keeps. */
    chromium: { executable: string; libraries: string; fonts: FontFiles; profiles: string };
    /** One a worker: its address without a slash at the end, the one password of all its accounts, its data folder. */
    products: { url: string; password: string; dataDir: string }[];
    /** A data folder like theirs, for whoever has to change what is in it. */
    spare: string;
  }
}
