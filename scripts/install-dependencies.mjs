import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, runQuietly } from './child-process.mjs';
import { isLocked, withLock } from './clone-lock.mjs';
import { Advice, runMain, step } from './print-steps.mjs';

/** Makes node_modules match package-lock.json; does nothing (in 10 ms) if it does. */
export async function ensureDependencies() {
  checkNode();
  process.chdir(root);
  if (isInstalled()) return;
  const waiting = isLocked() ? '（等待另一个进程 waiting for another process）' : '';
  await step(`安装依赖 Installing dependencies${waiting}`, async () => {
    try {
      // in a process of its own that holds the lock, so that others also wait for an installation whose launcher was
      // killed
      await runQuietly(process.execPath, [fileURLToPath(import.meta.url)]);
    } catch (error) {
      throw new Advice(
        `依赖安装失败，请检查网络与磁盘后重试。 Installing the dependencies failed; check network and disk.\n${error.message}`,
      );
    }
  });
}

async function install() {
  const [command, before] = npm();
  // under NODE_ENV=production npm would omit the build tools
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { shell: command === 'npm' && process.platform === 'win32' };
  await runQuietly(command, [...before, ...args], options).catch(({ message }) => {
    throw new Advice(message);
  });
}

/** Node 20.19 or newer; 21 and early 22 lack what the build tools need. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  throw new Advice(
    `需要 Node.js 24（推荐），最低 20.19 或 22.12，当前为 ${process.versions.node}。\n` +
      `Node.js 24 is recommended, 20.19 or 22.12 is the oldest that works; this is ${process.versions.node}.`,
  );
}

/** The npm that runs us, with the same Node; else the one on the path. */
function npm() {
  const running = process.env.npm_execpath;
  return running && /npm-cli\.c?js$/.test(running) ? [process.execPath, [running]] : ['npm', []];
}

/** npm records what it installed at the very end: compare that with the lock file. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages(path.join('node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([folder, { version, optional }]) => {
    if (folder === '') return true;
    const found = installed[folder];
    return found ? found.version === version : optional; // optional: meant for another platform
  });
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    process.chdir(root);
    await withLock(async () => {
      if (!isInstalled()) await install();
    });
    return 0;
  });
}
