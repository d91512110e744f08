/**
 * `npm test -- changed [ref]`: which tests a change can reach. Tests are found by their imports. Only tests that start all
 * modules would be found for every change that way: after a change in one module they are chosen if they name it.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../child-process.mjs';
import { Advice } from '../print-steps.mjs';

/** Files that all tests may depend on. */
const reachesAll = /(^|\/)migrations\/|^scripts\/|^test\/setup\/|^(vitest\.config\.ts|package(-lock)?\.json)$/;
/** Parts of the pages that no source imports. */
const partOfBuild = /^(index\.html|vite\.config\.ts|web\/public\/.*)$/;
/** Sources that import all modules. */
const composing = /^(modules|apps)\/[^/]+$/;
/** Sources of the product. */
const ofProduct = /^(kernel|server|web|modules|apps|data)\/|^(index\.html|vite\.config\.ts)$/;
/** Entries of what the browser tests test. */
const programs = ['apps/server.ts', 'apps/web.tsx'];
/** Tests that read all sources or documents: always run. */
const looksAtAll = /^test\/(architecture|texts)\//;
/** Run after every change of the product. */
const allStart = 'test/contract/smoke.test.ts';
/** Run after every change of the product for which no other browser test is chosen. */
const pageComesUp = 'e2e/everywhere/workbench.e2e.ts';

const source = /(?<!\.d)\.tsx?$/;
/** The name of a module or resource in a contract. */
const declaredName = /\bname: '([a-zA-Z]+(?:\/[a-zA-Z]+)?)'/g;

const isPageTest = (file) => /^e2e\/.*\.e2e\.ts$/.test(file);
const isTest = (file) => (/\.test\.tsx?$/.test(file) && !file.startsWith('test/exhaustive/')) || isPageTest(file);
const isForTests = (file) => /^(test|e2e|bench)\/|^modules\/[^/]+\/test\//.test(file) || isTest(file);
const isOfProduct = (file) => ofProduct.test(file) && !isForTests(file);
/** Tests that start all modules. */
const startsModules = (file) => /\.integration\.test\.ts$|^test\/contract\//.test(file);
const moduleOf = (file) => /^modules\/([^/]+)\//.exec(file)?.[1];

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const lines = (text) => text.split('\0').filter(Boolean);

/** The commit of a name, or undefined. */
export function findCommit(name) {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).trim();
  } catch {
    return undefined;
  }
}

/** The commit where this branch left main; on main, the last commit. */
export function findBase() {
  if (!findCommit('HEAD')) throw new Advice('changed: 需要 Git 仓库 needs a Git repository');
  const main = ['main', 'origin/main'].find(findCommit);
  return main ? git('merge-base', 'HEAD', main).trim() : 'HEAD';
}

/** All files added, changed or deleted since a commit, including uncommitted ones. */
export const filesSince = (commit) => [
  ...lines(git('diff', '--name-only', '--no-renames', '-z', commit)),
  ...lines(git('ls-files', '--others', '--exclude-standard', '-z')),
];

/**
 * The test files that a change reaches (`all`: it may be every one), the sources to lint again, and, if only modules have
 * changed, the resources to which smoke tests can be limited.
 */
export async function findReached(changed) {
  const files = lines(git('ls-files', '--cached', '--others', '--exclude-standard', '-z'));
  const sources = files.filter((file) => source.test(file) && fs.existsSync(path.join(root, file)));
  if (changed.some((file) => reachesAll.test(file)))
    return { all: true, files: sources.filter(isTest), sources, resources: [] };
  const texts = new Map();
  const read = (file) => {
    if (!texts.has(file)) texts.set(file, fs.readFileSync(path.join(root, file), 'utf8'));
    return texts.get(file);
  };
  const graph = { sources, importers: readImporters(sources, read), read };
  const reached = reach(changed, graph);
  const onlyModules = changed.every((file) => !isOfProduct(file) || moduleOf(file));
  return {
    all: false,
    files: chooseTests({ changed, ...graph }),
    sources: sources.filter((file) => reached.has(file)),
    resources: onlyModules
      ? namesIn(modulesOf(changed.filter(isOfProduct)), graph).filter((name) => name.includes('/'))
      : [],
  };
}

/**
 * @param changed paths of files, relative to the package
 * @param sources all files of code
 * @param importers by file, the files that import it
 * @param read returns the text of a source
 */
export function chooseTests({ changed, sources, importers, read }) {
  const graph = { sources, importers, read };
  const reached = reach(changed, graph);
  const shared = reach(
    changed.filter((file) => !moduleOf(file)),
    graph,
  );
  const inProduct = changed.filter(isOfProduct);
  const allPages = programs.some((file) => shared.has(file)) || changed.some((file) => partOfBuild.test(file));
  const onPages = namesOf(inProduct, graph);
  const onServer = namesOf(
    inProduct.filter((file) => !/^modules\/[^/]+\/web\//.test(file)),
    graph,
  );
  const belongs = (file) => {
    if (reached.has(file) || looksAtAll.test(file) || (inProduct.length > 0 && file === allStart)) return true;
    if (isPageTest(file)) return allPages || onPages?.test(read(file));
    return startsModules(file) && onServer?.test(read(file));
  };
  const chosen = sources.filter((file) => isTest(file) && belongs(file));
  return inProduct.length > 0 && !chosen.some(isPageTest) ? [...chosen, pageComesUp] : chosen;
}

/** Files and all that import them, directly or through others. Imports of a module by sources that import all modules are not followed. */
function reach(files, graph) {
  const reached = new Set(files);
  for (const file of reached) {
    const those = graph.importers.get(file) ?? (isTest(file) ? [] : whoNames(file, graph));
    for (const importer of those) if (!(moduleOf(file) && composing.test(importer))) reached.add(importer);
  }
  return reached;
}

/**
 * Sources that contain the end of the path of a file in quotes: they read or start it without importing it (a thread, a
 * program, a document). For code the name of the file alone is not enough, as other files have the same.
 */
function whoNames(file, { sources, read }) {
  const parts = file.split('/');
  const ends = parts.map((_, from) => parts.slice(from).join('/'));
  const names = [
    ...(source.test(file) ? ends.slice(0, -1) : ends),
    ...(/\.(tsx?|md)$/.test(file) || parts.length === 1 ? [] : [path.dirname(file)]),
  ];
  const pattern = new RegExp(`['"\`/](?:${names.map(escapePattern).join('|')})['"\`]`);
  return names.length > 0 ? sources.filter((one) => one !== file && pattern.test(read(one))) : [];
}

const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * A pattern for the names that tests use for the modules of some files: their folders, the names of their declarations and
 * their resources (`name: '…'` in their contract), as in `/rental/…`, `'rental/order'` or `rental.ticket`. Undefined if no
 * file belongs to a module.
 */
function namesOf(files, graph) {
  const names = namesIn(modulesOf(files), graph);
  if (names.length === 0) return undefined;
  const patterns = names.map((name) => name.replace('/', '[/.]'));
  return new RegExp(`[/'"\`](?:${patterns.join('|')})(?:[/.?#]|['"\`](?!\\s*:))`);
}

const modulesOf = (files) => [...new Set(files.flatMap((file) => moduleOf(file) ?? []))];

function namesIn(modules, { sources, read }) {
  const names = modules.flatMap((module) => [
    module,
    ...sources
      .filter((file) => file.startsWith(`modules/${module}/contract/`))
      .flatMap((file) => [...read(file).matchAll(declaredName)].map(([, name]) => ({ file, name })))
      .filter(({ file, name }) => name.includes('/') || file.endsWith('/contract/module.ts'))
      .map(({ name }) => name),
  ]);
  return [...new Set(names)];
}

/** `import … from '…'`, `export … from '…'`, `import '…'` and `import('…')`; of types alone nothing is imported at run time. */
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]/g;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** By file, the files that import it at run time. Imports are written with the ends of file names, so that nothing is looked for. */
export function readImporters(sources, read) {
  const importers = new Map();
  for (const file of sources)
    for (const [, named, later] of read(file).replaceAll(comment, '').matchAll(importPattern)) {
      const to = importedFile(file, named ?? later);
      if (to && !importers.get(to)?.includes(file)) importers.set(to, [...(importers.get(to) ?? []), file]);
    }
  return importers;
}

/** The file of an import, without what Vite reads behind a question mark (`./help.md?raw`); undefined for packages. */
function importedFile(from, name) {
  const [bare] = name.split('?');
  if (bare.startsWith('#')) return bare.slice(1);
  return bare.startsWith('.') ? path.posix.join(path.posix.dirname(from), bare) : undefined;
}

/** The stage of scripts/test.mjs that runs a test file by default. */
export function stageOf(file) {
  if (isPageTest(file)) return 'browser';
  const folder = /^test\/(architecture|contract)\//.exec(file)?.[1];
  return folder ?? (/\.integration\.test\.ts$/.test(file) ? 'integration' : 'unit');
}
