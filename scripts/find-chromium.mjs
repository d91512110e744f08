/**
 * Finds a Chromium for the browser tests. On x64 Linux one comes with the dependencies and is unpacked once; elsewhere
 * the system's Chrome or Edge is used. Run directly, prints the result as JSON.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './child-process.mjs';
import { Advice, runMain } from './print-steps.mjs';

/**
 * @typedef {object} Chromium
 * @property {string} executable
 * @property {string} libraries folder for LD_LIBRARY_PATH; empty where the system has what is needed
 */

/** @returns {Promise<Chromium>} */
export async function prepareChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) return { executable: mustRun(chosen), libraries: '' };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const unpacked = await unpackChromium();
    const libraries = await neededLibraries(unpacked);
    if (libraries !== undefined) return { executable: path.join(unpacked, 'chromium'), libraries };
  }
  const installed = installedBrowsers().find((executable) => runs(executable, ''));
  if (installed) return { executable: installed, libraries: '' };
  throw new Advice(
    '浏览器测试需要 Chrome、Chromium 或 Edge：请安装其一（Debian/Ubuntu：apt-get install chromium），或用 CHROME_PATH 指定其路径。\n' +
      'The browser tests need Chrome, Chromium or Edge: install one (Debian/Ubuntu: apt-get install chromium), or set CHROME_PATH.',
  );
}

/** Unpacks 200 MB into a folder of ours (the package itself would use whatever is at /tmp/chromium). */
async function unpackChromium() {
  const packageFile = path.join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(fs.readFileSync(packageFile, 'utf8'));
  const folder = path.join(cacheFolder(), `chromium-${version}`);
  if (fs.existsSync(folder)) return folder;
  const unfinished = fs.mkdtempSync(`${folder}.`);
  try {
    await inTemporaryFolder(unfinished, async () => {
      const { default: chromium } = await import('@sparticuz/chromium');
      await chromium.executablePath();
    });
    fs.renameSync(unfinished, folder); // atomic
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error; // another run was faster
  }
  return folder;
}

/** '' if Chromium runs as it is, the package's own libraries if the host lacks them, undefined if neither works. */
async function neededLibraries(unpacked) {
  const executable = path.join(unpacked, 'chromium');
  if (runs(executable, '')) return '';
  const bin = path.join(root, 'node_modules', '@sparticuz', 'chromium');
  await inTemporaryFolder(unpacked, async () => {
    const { inflate } = await import(pathToFileURL(path.join(bin, 'build', 'esm', 'lambdafs.js')).href);
    await inflate(path.join(bin, 'bin', 'al2023.tar.br'));
  });
  const libraries = path.join(unpacked, 'al2023', 'lib');
  return runs(executable, libraries) ? libraries : undefined;
}

/** The package unpacks into the system's temporary folder, wherever that is. */
async function inTemporaryFolder(folder, work) {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Inside node_modules, so that it is removed with them; else the user's cache. */
function cacheFolder() {
  const candidates = [
    path.join(root, 'node_modules', '.cache', 'xingjian'),
    path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'xingjian'),
  ];
  for (const folder of candidates) {
    try {
      fs.mkdirSync(folder, { recursive: true });
      fs.accessSync(folder, fs.constants.W_OK);
      return folder;
    } catch {
      // try the next one
    }
  }
  return fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-'));
}

function installedBrowsers() {
  if (process.platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return names.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    const files = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return folders.filter(Boolean).flatMap((folder) => files.map((file) => path.join(folder, file)));
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Chrome on Windows opens a window when queried for its version; there an existing file has to do. */
function runs(executable, libraries) {
  if (!fs.existsSync(executable)) return false;
  if (process.platform === 'win32') return true;
  const env = libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env;
  return spawnSync(executable, ['--version'], { env, stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function mustRun(executable) {
  if (runs(executable, '')) return executable;
  throw new Advice(`CHROME_PATH（${executable}）无法运行。 CHROME_PATH (${executable}) does not run.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    console.log(JSON.stringify(await prepareChromium()));
    return 0;
  });
}
