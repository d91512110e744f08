import path from 'node:path';
import { parseArgs } from 'node:util';

/** The options of one run of the bench. */
export interface Options {
  /** Enterprises in the measured prefecture. */
  rows: number;
  /** Only measurements whose name begins with one of these; empty: all. */
  only: readonly string[];
  connections: number;
  /** Invented resources besides the real ones: none, or the sixty of test/sixty/. */
  resources: 0 | 60;
  /** Measures teams instead, among this number of itineraries. */
  travel: number | undefined;
  /** Measures the work of enforcement instead, on `rows` enterprises. */
  enforcement: boolean;
  /** Measures what people without an account do instead. */
  public: boolean;
  /** Measures scenic spots instead. */
  scenic: boolean;
  /** Measures the snapshot of the wall instead, among this number of itineraries. */
  wall: number | undefined;
  /** Measures articles and the search over everything instead. */
  words: boolean;
  /** A CSV file with counts of people on which the forecast is tested, too. */
  counts: string | undefined;
  /** Documents that are searched. */
  documents: number;
  /** Complaints among which duplicates are looked for. */
  complaints: number;
  /** Length of one slice of a measurement in ms, and the number of slices of each side. */
  slice: number;
  rounds: number;
  /** Folder whose loaded database is kept and reused; otherwise a temporary one is created and removed. */
  data: string | undefined;
  /** File the results are written to. */
  json: string | undefined;
}

export const usage = `npm run bench -- [options]
  --rows 100000        enterprises in one prefecture (1000000 for the published figures)
  --only list,add      measurements by the beginning of their names: boot, list, name, page, keyword, read, add, edit, move, moveRows, parent, export, upload, sign-ins, refresh, crowd, start, web, scroll, wall (only when named)
  --resources 60       puts sixty invented resources and the example of CONTRIBUTING besides the real ones (parent needs them)
  --travel             measures teams instead: submit, roadside, import, night, and the precision of each rule
  --itineraries 20000  loaded teams
  --enforcement        measures enforcement instead, on that many rows: field, evidence, articles, draw, approval, submit, cycles, risk
  --public             measures the public instead: page, complaint, progress, opinion, duplicates
  --scenic             measures scenic spots instead: accuracy, forecast, ingest
  --wall               measures the wall instead: snapshot (all ten sources at once), screens (150 of them); on --rows enterprises, --itineraries, and of the rest the share of 60000 enterprises
  --words              measures what is written, found and exchanged instead: page, search, signed, webhooks
  --documents 1000000  documents that are searched
  --counts <file>      tests the forecast on counts of people, too: CSV with place, at, visitors, and if known weather and holiday
  --complaints 1000000 complaints among which duplicates are looked for
  --connections 16     simultaneous callers
  --slice 1500         length of one slice in ms; product and baseline take turns
  --rounds 7           slices for each side
  --data <folder>      keep the loaded database here for the next run
  --json <file>        also write the results as JSON`;

/** Parses the command line; undefined if only help was requested. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '100000' },
      only: { type: 'string', multiple: true, default: [] },
      resources: { type: 'string', default: '0' },
      travel: { type: 'boolean', default: false },
      enforcement: { type: 'boolean', default: false },
      public: { type: 'boolean', default: false },
      scenic: { type: 'boolean', default: false },
      wall: { type: 'boolean', default: false },
      words: { type: 'boolean', default: false },
      counts: { type: 'string' },
      complaints: { type: 'string', default: '1000000' },
      documents: { type: 'string', default: '1000000' },
      itineraries: { type: 'string', default: '20000' },
      connections: { type: 'string', default: '16' },
      slice: { type: 'string', default: '1500' },
      rounds: { type: 'string', default: '7' },
      data: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (values.resources !== '0' && values.resources !== '60') throw new RangeError('--resources: 0 or 60');
  return {
    rows: wholeNumber('rows', values.rows, 1000),
    only: values.only.flatMap((names) => names.split(',')).filter(Boolean),
    resources: values.resources === '60' ? 60 : 0,
    enforcement: values.enforcement,
    public: values.public,
    scenic: values.scenic,
    words: values.words,
    counts: values.counts === undefined ? undefined : path.resolve(values.counts),
    documents: wholeNumber('documents', values.documents, 1000),
    complaints: wholeNumber('complaints', values.complaints, 1000),
    travel: values.travel ? wholeNumber('itineraries', values.itineraries, 20_000) : undefined,
    wall: values.wall ? wholeNumber('itineraries', values.itineraries, 20_000) : undefined,
    connections: wholeNumber('connections', values.connections, 1),
    slice: wholeNumber('slice', values.slice, 100),
    rounds: wholeNumber('rounds', values.rounds, 1),
    data: values.data === undefined ? undefined : path.resolve(values.data),
    json: values.json,
  };
}

function wholeNumber(name: string, written: string, least: number): number {
  const number = Number(written.replaceAll('_', ''));
  if (!Number.isInteger(number) || number < least) throw new RangeError(`--${name}: a whole number from ${least} up`);
  return number;
}

/** Whether a measurement with this name was requested. */
export const isWanted = ({ only }: Options, name: string): boolean =>
  only.length === 0 || only.some((beginning) => name.startsWith(beginning));
