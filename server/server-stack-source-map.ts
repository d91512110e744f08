import fs from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A bundle in a stack frame as Node writes it, with line and column from 1. */
const place = /((?:file:\/\/[^\s()]+?|\/[^\s():]+?)\.[cm]js):(\d+):(\d+)/g;
/** Milliseconds for which an unused source map is cached: several errors often occur together. */
const lifetime = 60_000;

const maps = new Map<string, SourceMap | undefined>();

/**
 * Replaces places in bundles by places in the sources, in the frames of a stack, if there is a source map next to the
 * bundle. The map is read only when there is an error: Node's `--enable-source-maps` would read it at the start and
 * keep it, a tenth of the server's memory.
 */
export const mapServerStackToSources = (frames: string): string =>
  frames.replace(place, (written, file: string, line: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return written;
    // source paths are relative to the bundle
    const source = new URL(entry.originalSource, file.startsWith('/') ? `file://${file}` : file);
    return `${source.href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });

function mapOf(bundle: string): SourceMap | undefined {
  if (maps.has(bundle)) return maps.get(bundle);
  const map = readMap(`${bundle.startsWith('file:') ? fileURLToPath(bundle) : bundle}.map`);
  maps.set(bundle, map);
  setTimeout(() => maps.delete(bundle), lifetime).unref();
  return map;
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(fs.readFileSync(file, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
