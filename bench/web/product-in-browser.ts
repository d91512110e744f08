import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { packageRoot } from '#data/package-root.ts';
import { startBuiltProduct } from '../../test/support/server-process.ts';
import { makeTemporaryFolder, productSettings, signIn } from '../support/measured-servers.ts';

/** The window of a desktop browser. */
export const desktop = { width: 1440, height: 900 };

/** The product with its demonstration prefecture, and a browser to look at it. */
export interface ProductInBrowser {
  /** Without a trailing slash. */
  url: string;
  /** The super administrator, as a browser stores the signed-in account. */
  account: { token?: string };
  /** Opens a browser without earlier visits: signed in as the account, or not at all. */
  open(as: object | undefined, viewport: { width: number; height: number }): Promise<BrowserContext>;
}

/** Starts both, passes them to the function, and removes everything afterwards. */
export async function withProductInBrowser<T>(measure: (browser: ProductInBrowser) => Promise<T>): Promise<T> {
  const folder = makeTemporaryFolder();
  const settings = { ...productSettings, DEMO: '1', DATABASE_URL: '', DATA_DIR: path.join(folder, 'data') };
  const server = await startBuiltProduct(settings);
  const browser = await launchBrowser();
  try {
    const { url } = server;
    const account = await signIn(server.port, 'admin');
    return await measure({ url, account, open: (as, viewport) => openAs(browser, url, as, viewport) });
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(fs.realpathSync(folder), { recursive: true, force: true });
  }
}

/** The browser of the tests. */
async function launchBrowser(): Promise<Browser> {
  const found = execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'find-chromium.mjs')], {
    encoding: 'utf8',
  });
  const { executable, libraries } = JSON.parse(found) as { executable: string; libraries: string };
  const env = Object.fromEntries(Object.entries(process.env).filter((one): one is [string, string] => !!one[1]));
  if (libraries) env.LD_LIBRARY_PATH = libraries;
  return chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--font-render-hinting=none'], env });
}

function openAs(
  browser: Browser,
  url: string,
  account: object | undefined,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const storage = { lang: 'zh-cn', ...(account ? { adminInfo: JSON.stringify(account) } : {}) };
  return browser.newContext({
    viewport,
    locale: 'zh-CN',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })) }],
    },
  });
}
