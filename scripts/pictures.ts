/**
 * npm run pictures [-- <folder>]: builds the product, starts it with demonstration data on a free port and in a temporary
 * folder, and writes the pictures that the README shows to docs/pictures.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { packageRoot } from '#data/package-root.ts';
import { writeFontFiles } from '../test/setup/browser-fonts.ts';
import { type Product, startProduct } from '../test/support/start-product.ts';

const run = promisify(execFile);

interface Picture {
  name: string;
  path: string;
  /** Officers sign in at /admin, members at /user. */
  account: { office: 'admin' | 'user'; username: string };
  /** CSS pixels. */
  width: number;
  height: number;
  /** Pixels of the picture for one CSS pixel. Default 1. */
  density?: number;
  /** The page is taken once these selectors match something visible. */
  showing: readonly string[];
}

const phone = { width: 390, height: 844, density: 2 };
const screen = { width: 1440, height: 900 };

async function listPictures(product: Product): Promise<readonly Picture[]> {
  const city = { office: 'admin', username: 'city' } as const;
  return [
    {
      name: 'wall',
      path: '/admin/largedatascreen',
      account: city,
      width: 1920,
      height: 1080,
      showing: ['.wall .xj-map[data-ready] .xj-cluster'],
    },
    { name: 'list', path: '/admin/enterprise/enterprise', account: city, ...screen, showing: ['tr[data-row]'] },
    {
      name: 'record',
      path: `/admin/travel/itinerary/${await findTeam(product)}`,
      account: city,
      ...screen,
      showing: ['main h1'],
    },
    {
      name: 'phone',
      path: '/user/travel/road',
      account: { office: 'user', username: 'guide1' },
      ...phone,
      showing: ['.xj-road-stops li'],
    },
  ];
}

/** At most, all pictures together: every clone downloads them. */
const MOST_BYTES = 1_200_000;

const signInCalls = {
  admin: { path: '/admin/index/login', body: {} },
  user: { path: '/api/user/checkIn', body: { tab: 'login' } },
};

/** The session of an account as the browser stores it. */
async function signIn(product: Product, { office, username }: Picture['account']): Promise<{ token: string }> {
  const { path: call, body } = signInCalls[office];
  const { userInfo } = await send<{ userInfo: { token: string } }>(product, call, {
    ...body,
    username,
    password: product.adminPassword,
    keep: false,
  });
  return userInfo;
}

async function send<T>(product: Product, call: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(`${product.url}${call}`, {
    method: body ? 'POST' : 'GET',
    headers: { server: 'true', 'content-type': 'application/json', ...(token ? { batoken: token } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T };
  if (code !== 1) throw new Error(`${call}: ${msg}`);
  return data;
}

/** The id of the first team in the list. */
async function findTeam(product: Product): Promise<number> {
  const { token } = await signIn(product, { office: 'admin', username: 'city' });
  const call = '/admin/travel.itinerary/index?limit=1';
  const { list } = await send<{ list: { id: number }[] }>(product, call, undefined, token);
  const [team] = list;
  if (!team) throw new Error('the demonstration data has no team');
  return team.id;
}

async function launchBrowser(folder: string): Promise<Browser> {
  const { stdout } = await run(process.execPath, [path.join(packageRoot, 'scripts', 'find-chromium.mjs')]);
  const { executable, libraries } = JSON.parse(stdout) as { executable: string; libraries: string };
  return chromium.launch({
    executablePath: executable,
    // maps are drawn with WebGL, here by the processor
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'],
    env: {
      ...(process.env as Record<string, string>),
      ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}),
      FONTCONFIG_FILE: writeFontFiles(folder).chinese,
    },
  });
}

async function openPage(browser: Browser, product: Product, picture: Picture): Promise<Page> {
  const session = await signIn(product, picture.account);
  const stored = {
    lang: 'zh-cn',
    storeConfig_v2: JSON.stringify({ theme: 'light' }),
    [picture.account.office === 'admin' ? 'adminInfo' : 'userInfo']: JSON.stringify(session),
  };
  const context = await browser.newContext({
    viewport: { width: picture.width, height: picture.height },
    deviceScaleFactor: picture.density ?? 1,
    hasTouch: picture.width < 600,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${product.url}${picture.path}`);
  return page;
}

/** Returns the bytes written. */
async function takePicture(browser: Browser, product: Product, picture: Picture, folder: string): Promise<number> {
  const page = await openPage(browser, product, picture);
  for (const selector of picture.showing) await page.locator(selector).first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined); // live events keep a line open
  await page.waitForFunction("!document.querySelector('[data-state=reading], .ant-skeleton, .ant-spin-spinning')");
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(2_000); // tiles of maps and figures still grow into place
  const png = await page.screenshot({ animations: 'disabled' });
  await page.context().close();
  const file = path.join(folder, `${picture.name}.png`);
  const { size, width, height } = await sharp(png).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
  console.log(`✓ ${path.relative(packageRoot, file)}  ${width}×${height}  ${Math.ceil(size / 1000)} KB`);
  return size;
}

const folder = path.resolve(packageRoot, process.argv[2] ?? 'docs/pictures');
fs.mkdirSync(folder, { recursive: true });
console.log('… 构建 Building');
await run(process.execPath, [path.join(packageRoot, 'scripts', 'build.mjs')], { cwd: packageRoot });
console.log('… 启动平台，载入演示数据 Starting the platform with demonstration data');
const product = await startProduct({ env: { DEMO: '1' } });
const fonts = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-pictures-'));
let browser: Browser | undefined;
try {
  browser = await launchBrowser(fonts);
  let bytes = 0;
  for (const picture of await listPictures(product)) bytes += await takePicture(browser, product, picture, folder);
  if (bytes > MOST_BYTES) throw new Error(`${bytes} bytes in all, at most ${MOST_BYTES}`);
} finally {
  await browser?.close();
  await product.stop();
  fs.rmSync(fonts, { recursive: true, force: true });
}
