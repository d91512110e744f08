/** Builds what is out of date: the web part into dist/web, the server into dist/server.mjs. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { buildVerifier } from './build-verifier.mjs';
import { root, runQuietly } from './child-process.mjs';
import { isLocked, withLock } from './clone-lock.mjs';
import { lazyPackages } from './lazy-packages.mjs';
import { foreignModulesOfServer, moduleFolders } from './modules-folder.mjs';
import { Advice, runMain, step } from './print-steps.mjs';

const dist = path.join(root, 'dist');

const parts = {
  web: {
    title: '构建网页 Building the web part',
    output: path.join(dist, 'web', 'index.html'),
    sources: [
      'index.html',
      'light.html',
      'vite.config.ts',
      'vite.light.config.ts',
      'scripts',
      'kernel',
      'web',
      'modules',
      'apps',
      'data/reference',
    ],
    takes: (file) =>
      !/^modules\/[^/]+\/(server|test)\/|^apps\/(?!web\.|light-pages\.|verify\.)|^scripts\/.+\.(mjs|mts|json)$/.test(
        file,
      ),
    build: buildWeb,
  },
  server: {
    title: '构建服务端 Building the server',
    output: path.join(dist, 'server.mjs'),
    sources: ['kernel', 'server', 'modules', 'apps'],
    takes: (file) => !/^modules\/[^/]+\/(web|test)\/|\/web\.tsx?$/.test(file),
    build: buildServer,
  },
};

/** Passed to the process that builds a part: only if it is still out of date when it gets the lock. */
const ifStale = '--if-stale';
const waiting = '（等待另一个进程 waiting for another process）';

/**
 * Builds both parts one after the other, each in its own process so that its memory is freed. That process holds the
 * lock itself, so that other processes also wait for a build whose launcher was killed.
 */
export async function ensureBuild() {
  for (const [name, part] of Object.entries(parts)) {
    if (isFresh(name, part)) continue;
    await step(`${part.title}${isLocked() ? waiting : ''}`, () =>
      runQuietly(process.execPath, [fileURLToPath(import.meta.url), name, ifStale]).catch((error) => {
        throw new Advice(`${part.title}: 失败 failed\n${error.message}`);
      }),
    );
  }
}

function stampFile(name) {
  return path.join(dist, `.${name}-sources`);
}

function isFresh(name, part) {
  if (!fs.existsSync(part.output) || !fs.existsSync(stampFile(name))) return false;
  return fs.readFileSync(stampFile(name), 'utf8') === hashSources(part);
}

/** One hash over names and contents of all sources of a part. */
function hashSources({ sources, takes }) {
  const hash = createHash('sha256');
  const files = [...sources, ...moduleFolders].flatMap(listFiles).filter(takes);
  for (const file of [
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/build-verifier.mjs',
    'scripts/lazy-packages.mjs',
    ...files,
  ]) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Files at or below a path in a fixed order, without tests. */
function listFiles(relative) {
  const stat = fs.statSync(path.join(root, relative), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(relative) ? [] : [relative];
  const names = fs.readdirSync(path.join(root, relative)).sort();
  return names.flatMap((name) => listFiles(`${relative}/${name}`));
}

async function buildPart(name, part) {
  fs.rmSync(stampFile(name), { force: true });
  const hash = hashSources(part); // before the build: later changes are built next time
  await part.build();
  fs.writeFileSync(stampFile(name), hash);
}

/** Built beside the old one and swapped in: a running server never delivers half a build. */
async function buildWeb() {
  // the result must not depend on the caller's environment: libraries read this, and the test runner sets it to "test"
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const outDir = path.join(dist, 'web.new');
  const quiet = { root, mode: 'production', logLevel: 'warn' };
  await build({ ...quiet, build: { outDir, emptyOutDir: true } });
  const configFile = path.join(root, 'vite.light.config.ts');
  await build({ ...quiet, configFile, build: { outDir, emptyOutDir: false } });
  for (const file of listFiles('web/public'))
    if (file.endsWith('.js')) await shrinkScript(path.join(outDir, path.relative('web/public', file)));
  await buildVerifier(path.join(outDir, 'xingjian-verify.mjs'));
  await compressFiles(outDir);
  const old = path.join(dist, 'web.old');
  fs.rmSync(old, { recursive: true, force: true });
  if (fs.existsSync(path.join(dist, 'web'))) fs.renameSync(path.join(dist, 'web'), old);
  fs.renameSync(outDir, path.join(dist, 'web'));
  fs.rmSync(old, { recursive: true, force: true });
}

/** Vite copies public files unminified, and every page waits for one. Syntax stays that of old browsers. */
async function shrinkScript(file) {
  const { transform } = await import('esbuild');
  const { code } = await transform(fs.readFileSync(file, 'utf8'), { minify: true, target: 'es2017' });
  fs.writeFileSync(file, code);
}

/**
 * Writes .br and .gz beside every text file, so that the server never compresses static files. Only the files of a
 * first visit, named in index.html and light.html, get the highest level: the last tenth costs ten times the work.
 */
async function compressFiles(folder) {
  const brotli = promisify(zlib.brotliCompress);
  const gzip = promisify(zlib.gzip);
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const named = ['index.html', 'light.html'].map((page) => fs.readFileSync(path.join(folder, page), 'utf8')).join();
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size, BROTLI_MAX_QUALITY: most } = zlib.constants;
  await Promise.all(
    files.map(async (entry) => {
      if (!entry.isFile() || !/\.(js|mjs|css|html|svg|json|geojson|txt|webmanifest)$/.test(entry.name)) return;
      const file = path.join(entry.parentPath ?? entry.path, entry.name);
      const content = fs.readFileSync(file);
      if (content.length < 1024) return;
      const params = { [size]: content.length, [quality]: named.includes(entry.name) ? most : 9 };
      fs.writeFileSync(`${file}.br`, await brotli(content, { params }));
      fs.writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }));
    }),
  );
}

/**
 * One file with all packages starts in a quarter of the time. External are native modules and packages that read files
 * beside their own. Worker threads (`*-worker.ts`) are separate files. The entry is a small file that runs the bundle
 * as a script, so that V8's compile cache can be used (apps/load-server.ts): a function, with a hash of its contents in
 * the name.
 */
async function buildServer() {
  const { build } = await import('esbuild');
  const withPackages = JSON.parse(fs.readFileSync(path.join(root, 'server', 'bundle-with-packages.json'), 'utf8'));
  const options = {
    absWorkingDir: root,
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'external',
    logLevel: 'warning',
    plugins: [foreignModulesOfServer, escapedSources],
    external: withPackages.external,
  };
  const asModules = { ...options, format: 'esm', outExtension: { '.js': '.mjs' } };
  const workers = [...listFiles('server'), ...listFiles('modules')].filter((file) => file.endsWith('-worker.ts'));
  await build({
    ...asModules,
    entryPoints: Object.fromEntries(workers.map((file) => [path.basename(file, '.ts'), file])),
    banner: { js: withPackages.banner.join('') },
  });
  const { metafile } = await build({
    ...options,
    entryPoints: { server: 'apps/server.ts' },
    entryNames: '[name]-[hash]',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    metafile: true,
    plugins: [sharedWithLoader, ...options.plugins, lazyPackages],
    // later imports become require(): a script can no longer resolve import() once V8 has released its source
    supported: { 'dynamic-import': false },
    // without a navigator (Node before 21) pg creates a Response to detect its platform, which loads all of fetch
    define: { 'import.meta.url': '__address', navigator: '__navigator' },
    banner: {
      js:
        `(function (exports, require, module, __filename, __dirname, __shared) {` +
        `const __address = require('node:url').pathToFileURL(__filename).href;` +
        `const __navigator = globalThis.navigator ?? { userAgent: 'Node.js/' + parseInt(process.versions.node) };`,
    },
    footer: { js: '})' },
  });
  const program = path.basename(Object.keys(metafile.outputs).find((file) => file.endsWith('.cjs')));
  if (/[^\0-\x7f]/.test(fs.readFileSync(path.join(dist, program), 'latin1')))
    throw new Error(`${program} is not ASCII, as which apps/load-server.ts reads it`);
  await build({
    ...asModules,
    entryPoints: { server: 'apps/load-server.ts' },
    define: { PROGRAM: JSON.stringify(program) },
    external: [...options.external, 'pg'], // only a first start connects to PostgreSQL before the program is loaded
  });
  for (const file of fs.readdirSync(dist))
    if (file.startsWith('server-') && !file.startsWith(program)) fs.rmSync(path.join(dist, file));
}

/** Modules of apps/load-server.ts that the program uses too: the loaded instances, not copies. */
const sharedWithLoader = {
  name: 'shared with the loader',
  setup({ onResolve, onLoad }) {
    for (const file of ['apps/early-start.ts', 'server/startup-error.ts'])
      onResolve({ filter: new RegExp(`/${path.basename(file)}$`) }, () => ({
        path: file,
        namespace: 'shared',
      }));
    onLoad({ filter: /.*/, namespace: 'shared' }, ({ path: file }) => ({
      contents: `module.exports = __shared[${JSON.stringify(file)}]`,
      loader: 'js',
    }));
  },
};

/**
 * V8 holds the source of a program in memory for as long as it runs: two bytes per character if one of them is beyond
 * Latin-1, else one. esbuild escapes strings; patterns and templates may contain escapes too.
 */
const escapedSources = {
  name: 'escaped sources',
  setup({ onLoad }) {
    const escaped = (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
    onLoad({ filter: /[\\/](?:kernel|server|modules|apps|data|test)[\\/].*\.ts$/ }, ({ path: file }) =>
      file.includes('node_modules')
        ? undefined
        : { loader: 'ts', contents: fs.readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped) },
    );
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const [name, when] = process.argv.slice(2);
    if (name === undefined) await ensureBuild();
    else
      await withLock(async () => {
        if (when !== ifStale || !isFresh(name, parts[name])) await buildPart(name, parts[name]);
      });
    return 0;
  });
}
