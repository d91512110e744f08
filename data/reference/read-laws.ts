import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';

/** A law as it is shipped: what heads it, and its articles as Markdown. */
export interface ShippedLaw {
  readonly title: string;
  readonly level: string;
  readonly doc_no: string;
  readonly issuer: string;
  readonly published_on: string;
  readonly effective_from: string;
  readonly source_url: string;
  readonly tags: string;
  /** Enactment and amendments, a line each. */
  readonly amendments: string;
  readonly text: string;
}

const folder = path.join(packageRoot, 'data/reference/laws');
const head = /^---\n([\s\S]*?)\n---\n/;

/** The laws that causes and check items cite, with the articles they cite. */
export const readShippedLaws = (): readonly ShippedLaw[] =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => readLaw(file, fs.readFileSync(path.join(folder, file), 'utf8')));

function readLaw(file: string, content: string): ShippedLaw {
  const [whole = '', lines = ''] = head.exec(content) ?? [];
  const values = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    values.set(name, values.has(name) ? `${values.get(name)}\n${value}` : value);
  }
  const entered = (name: Exclude<keyof ShippedLaw, 'text'>): string => {
    const value = values.get(name);
    if (!value) throw new Error(`data/reference/laws/${file}: no ${name}`);
    return value;
  };
  return {
    title: entered('title'),
    level: entered('level'),
    doc_no: entered('doc_no'),
    issuer: entered('issuer'),
    published_on: entered('published_on'),
    effective_from: entered('effective_from'),
    source_url: entered('source_url'),
    tags: entered('tags'),
    amendments: entered('amendments'),
    text: content.slice(whole.length),
  };
}
