import { momentText } from '#kernel/kind/datetime.ts';
import type { DrawSeeds } from '#kernel/random-draw/draw-record-types.ts';
import { minCommitmentSeconds, minWitnesses } from '#kernel/random-draw/verify-draw.ts';
import { joinList, textIn } from '#kernel/text/text.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { readLapsedPersons } from './draw-ceremony-progress-call.ts';
import { lapsedPersonTexts, drawRefusalTexts as texts } from './draw-refusal-texts.ts';
import { hashOfSeed, openSeeds } from './make-hash-and-open-draw-seeds.ts';

/** Names that a warning lists. */
const mostNamed = 10;

const repeats = (values: readonly unknown[]): boolean => {
  const given = values.filter((value) => value !== null && value !== undefined);
  return new Set(given.map((value) => String(value).toLowerCase())).size < given.length;
};

/** Refuses too few witnesses, and two with one name or address. */
export async function validateDrawWitnesses({ rowsOf, fail }: Pick<WriteContext, 'rowsOf' | 'fail'>): Promise<void> {
  const witnesses = await rowsOf('witnesses');
  const all = (field: string) => witnesses.map((one) => one[field]);
  if (witnesses.length < minWitnesses) fail('witnesses', texts.fewWitnesses);
  else if (repeats(all('name'))) fail('witnesses', texts.sameWitness);
  else if (repeats(all('email')) || repeats(all('mobile'))) fail('witnesses', texts.sameAddress);
}

/** Says before the draw who of the frozen list can no longer be appointed, although they may be drawn. */
export async function warnOfLapsedOfficersOrExperts(
  { tx, explain, caller }: Pick<WriteContext, 'tx' | 'explain' | 'caller'>,
  kind: DrawnKind,
  id: number,
): Promise<void> {
  const lapsed = await readLapsedPersons(tx, kind, id);
  if (lapsed.length === 0) return;
  const names = lapsed
    .slice(0, mostNamed)
    .map(({ name, until }) => (until ? textIn(texts.lapsedOn, caller.locale, { name, until }) : name));
  explain(lapsedPersonTexts[kind], { n: lapsed.length, names: joinList(names, caller.locale) });
}

/** Whether the draw is far enough ahead to be committed to at this moment; otherwise it is refused. */
export function isCommittable(drawAt: number, at: number, fail: WriteContext['fail']): boolean {
  if (drawAt - at >= minCommitmentSeconds) return true;
  fail('draw_at', texts.early, { at: momentText(at + minCommitmentSeconds) });
  return false;
}

interface CommittedSeeds {
  readonly id: number;
  /** Now, by the clock of the database. */
  readonly at: number;
  readonly draw_at: number;
  readonly beacon_source: string | null;
}

/** The seeds of a draw whose time has come; undefined: one is missing, and this was refused. */
export async function readSeeds(
  { engine, tx, caller, fail }: Pick<WriteContext, 'engine' | 'tx' | 'caller' | 'fail'>,
  kind: DrawnKind,
  before: CommittedSeeds,
  beacon: string | null,
): Promise<DrawSeeds | undefined> {
  const refuse = (...reason: Parameters<WriteContext['fail']>): undefined => {
    fail(...reason);
  };
  if (before.draw_at > before.at) return refuse('draw_at', texts.notYet, { at: momentText(before.draw_at) });
  if (before.beacon_source && beacon === null) return refuse('beacon', texts.beaconMissing);
  if (!before.beacon_source && beacon !== null) return refuse('beacon', texts.beaconUncommitted);
  const sealed = await openSeeds(engine, tx, kind, before.id);
  const missing = sealed.witnesses.filter(({ seed }) => seed === null).map(({ name }) => name);
  if (missing.length > 0) return refuse('witnesses', texts.seedsMissing, { names: joinList(missing, caller.locale) });
  return { server: sealed.server, witnesses: sealed.witnesses.map(({ seed }) => seed ?? ''), beacon };
}

/** The seeds, if the platform's is the one committed to; otherwise it is refused. */
export function validateServerSeed(
  { fail }: Pick<WriteContext, 'fail'>,
  committed: string | null,
  seeds: DrawSeeds,
): DrawSeeds | undefined {
  if (hashOfSeed(seeds.server) === committed) return seeds;
  fail('server_seed_hash', texts.seedChanged);
  return undefined;
}
