/**
 * Replaces parts of packages that a start would load although they are used later or never
 * (docs/decisions/database.md).
 */
import fs from 'node:fs';
import path from 'node:path';

/** By file: code of a library, and its replacement in the bundle. */
const parts = [
  {
    file: 'fastify/lib/server.js', // it speaks HTTP/1 here, and the proxy TLS
    replacements: [
      ["const http2 = require('node:http2')", ''],
      ['http2.create', "require('node:http2').create"],
      ["const https = require('node:https')", ''],
      ['https.create', "require('node:https').create"],
    ],
  },
  {
    file: 'pino/lib/transport.js', // lines are written by this thread
    replacements: [
      ["const ThreadStream = require('thread-stream')", ''],
      ['new ThreadStream(', "new (require('thread-stream'))("],
    ],
  },
  {
    file: 'sonic-boom/index.js', // it only uses one assertion
    replacements: [
      ["const assert = require('assert')", ''],
      ['assert(typeof', "require('assert')(typeof"],
    ],
  },
  {
    file: '@fastify/compress/index.js', // a table of 150 KB, for the first compressible answer
    replacements: [
      ["const mimedb = require('mime-db')", ''],
      ['mimedb[', "require('mime-db')["],
    ],
  },
  {
    file: '@fastify/static/index.js', // the files have one route
    replacements: [["const { glob } = require('glob')", "const glob = (...given) => require('glob').glob(...given)"]],
  },
];

const packageOf = (file) => /^(?:@[^/]+\/)?[^/]+/.exec(file)[0];

/** Packages of which our files import only the default export, to call it or one of its methods. */
const packages = ['sanitize-html', 'qrcode'];

/**
 * esbuild plugin: loads these parts when they are used. The build fails if a text is no longer where it was, for
 * example after an update.
 */
export const lazyPackages = {
  name: 'loaded later',
  setup({ onLoad, onResolve, onEnd }) {
    const found = new Set();
    for (const part of parts) {
      const filter = new RegExp(`node_modules[\\\\/]${part.file.replaceAll('/', '[\\\\/]').replaceAll('.', '\\.')}$`);
      onLoad({ filter }, ({ path: file }) => {
        found.add(part);
        let contents = fs.readFileSync(file, 'utf8');
        for (const [here, instead] of part.replacements) {
          if (!contents.includes(here))
            throw new Error(`${part.file} no longer has: ${here} (scripts/lazy-packages.mjs)`);
          contents = contents.replaceAll(here, instead);
        }
        return { contents, loader: 'js' };
      });
    }
    for (const name of packages) {
      onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind, importer }) =>
        kind === 'import-statement' && !importer.includes('node_modules')
          ? { path: name, namespace: 'later', pluginData: path.dirname(importer) }
          : undefined,
      );
    }
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path: name, pluginData: resolveDir }) => ({
      contents: `const load = () => require(${JSON.stringify(name)});
        export default new Proxy(() => {}, {
          apply: (_stands, self, given) => Reflect.apply(load(), self, given),
          get: (_stands, key) => load()[key],
        });`,
      loader: 'js',
      resolveDir,
    }));
    onEnd(({ metafile }) => {
      const inputs = Object.keys(metafile?.inputs ?? {});
      const isBundled = (name) => inputs.some((file) => file.includes(`node_modules/${name}/`));
      const missing = parts.filter((part) => !found.has(part) && isBundled(packageOf(part.file)));
      return { errors: missing.map(({ file }) => ({ text: `loaded later, but nowhere: ${file}` })) };
    });
  },
};
