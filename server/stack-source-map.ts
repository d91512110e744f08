import fs from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A bundle in a frame of a stack, as Node writes it, with its line and column from 1. */
const place = /((?:file:\/\/[^\s()]+?|\/[^\s():]+?)\.[cm]js):(\d+):(\d+)/g;
/** Several faults often come together; a map that nobody asked for in so many ms is let go of again. */
const lifetime = 60_000;

const maps = new Map<string, SourceMap | undefined>();

/**
 * The frames of a stack with the places in the sources they were bundled from, where a map lies beside the bundle. It is
 * read when there is a fault to tell: Node itself (`--enable-source-maps`) reads it at the start and keeps it, a tenth of
 * the memory of a server that never fails.
 */
export const mapStackToSources = (frames: string): string =>
  frames.replace(place, (written, file: string, line: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return written;
    // sources are named from the folder of the bundle
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
