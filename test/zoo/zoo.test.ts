import { expect, test } from 'vitest';
import type { Actor } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AmendmentRules } from '#kernel/declaration/amendment-of-filed-row-by-kinds-and-reasons.ts';
import type { CustomBatchAction } from '#kernel/declaration/custom-batch-action.ts';
import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import type { DocumentExpiry, ExpiringDocument } from '#kernel/declaration/expiring-documents-of-row.ts';
import type { FieldOptions, RequiredWhen } from '#kernel/declaration/field.ts';
import type { ReferringRowsAggregate } from '#kernel/declaration/field-value-computed-from-referring-rows.ts';
import type { RowVersionFieldsAndMoves } from '#kernel/declaration/fields-and-moves-of-versioned-rows.ts';
import type { FilterByRelatedRows } from '#kernel/declaration/filter-by-child-or-referring-rows.ts';
import type { Lifecycle, Move, State } from '#kernel/declaration/lifecycle.ts';
import type {
  MoveEvidence,
  RequestedSignature,
} from '#kernel/declaration/move-evidence-files-position-and-signatures.ts';
import type { NumberingRule } from '#kernel/declaration/numbering-rule.ts';
import type { Publication } from '#kernel/declaration/publication-of-rows-without-sign-in.ts';
import type { AnyResource, Resource, Scope } from '#kernel/declaration/resource.ts';
import type { RowRetention } from '#kernel/declaration/retention-of-rows-in-days-or-months.ts';
import type { StandardAction } from '#kernel/declaration/standard-actions.ts';
import type { MaterialisedTotal, Measure } from '#kernel/declaration/statistical-measure-and-materialised-total.ts';
import type { VerificationByOfficer } from '#kernel/declaration/verification-by-officer.ts';
import { kinds } from '#kernel/field/field.ts';
import type { PlateOptions } from '#kernel/kind/credit-code-and-plate.ts';
import type { DateOptions } from '#kernel/kind/date.ts';
import type { AreaOptions } from '#kernel/kind/linked/area.ts';
import type { ChildListOptions } from '#kernel/kind/linked/child-rows.ts';
import type { FileOptions } from '#kernel/kind/linked/file.ts';
import type { OneOfOptions } from '#kernel/kind/linked/one-of-reference.ts';
import type { ReferenceOptions } from '#kernel/kind/linked/reference.ts';
import type { MoneyOptions } from '#kernel/kind/money.ts';
import type { IdNumberOptions, MobileOptions } from '#kernel/kind/name-mobile-and-id-number.ts';
import type { NumberOptions } from '#kernel/kind/number.ts';
import type { PlaceOptions } from '#kernel/kind/place-on-map.ts';
import type { EditorOptions } from '#kernel/kind/rich-text-editor.ts';
import type { SelectOptions, SelectsOptions } from '#kernel/kind/select.ts';
import type { SwitchOptions } from '#kernel/kind/switch.ts';
import type { ProseOptions } from '#kernel/kind/text.ts';
import { retentionsOf } from '#kernel/lifecycle/check-retention-declarations.ts';
import { numberedFields } from '#kernel/lifecycle/fields-numbered-by-server.ts';
import type { PushedReadings, ReadingLevels, TimeSeries } from '#kernel/module/time-series.ts';
import type {
  ShownLevels,
  ShownMeasure,
  ShownRows,
  WallFeed,
  WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { supplierVerification } from './supplier.ts';
import { zoo } from './zoo.ts';

/**
 * Every option of the declaration language is listed here, or this does not compile, and is used by some resource of
 * the zoo. An option that cannot be used there names the test that covers it.
 */
type Proved = 'zoo' | `${string}.test.ts`;

/** Words of any of several forms. */
type KeysOf<T> = T extends unknown ? keyof T : never;

const scopes: Record<Scope, Proved> = { area: 'zoo', department: 'zoo', own: 'zoo', parent: 'zoo', all: 'zoo' };
const actors: Record<Actor, Proved> = { admin: 'zoo', member: 'zoo' };
const actions: Record<StandardAction, Proved> = {
  index: 'zoo',
  add: 'zoo',
  edit: 'zoo',
  del: 'zoo',
  sortable: 'zoo',
  export: 'zoo',
  import: 'zoo',
  reveal: 'zoo',
};
const ofResources: Record<keyof Resource, Proved> = {
  name: 'zoo',
  label: 'zoo',
  icon: 'zoo',
  title: 'zoo',
  heading: 'zoo',
  subtitle: 'zoo',
  scope: 'zoo',
  fields: 'zoo',
  life: 'zoo',
  versions: 'zoo',
  stamps: 'zoo',
  sections: 'zoo',
  actions: 'zoo',
  listed: 'zoo',
  order: 'zoo',
  sortable: 'zoo',
  tree: 'zoo',
  owner: 'zoo',
  copies: 'zoo',
  recycle: 'zoo',
  keep: 'zoo',
  remark: 'zoo',
  empty: 'zoo',
  partOf: 'zoo',
  facts: 'zoo',
  chained: 'zoo',
  measures: 'zoo',
  countedBy: 'zoo',
  materialisedTotals: 'zoo',
  filters: 'zoo',
  nulls: 'zoo',
  published: 'zoo',
  table: 'zoo',
  titleEnglish: 'modules/identity/test/boot.integration.test.ts',
  alsoIn: 'zoo',
  amendments: 'kernel/lifecycle/amendment-of-filed-row.test.ts',
  archived: 'modules/security/test/security.integration.test.ts',
  grants: 'modules/identity/test/access.integration.test.ts',
  below: 'modules/identity/test/administrators.integration.test.ts',
  seenBy: 'modules/travel/test/itinerary/itinerary.integration.test.ts',
  nodes: 'zoo',
  acts: 'zoo',
  comments: 'zoo',
  handler: 'zoo',
  codes: 'zoo',
  ends: 'zoo',
  member: 'modules/message/test/notice.integration.test.ts',
  granted: 'modules/message/test/notice.integration.test.ts',
  unlisted: 'modules/identity/server/menu/menu-folders-screens-and-permissions-of-modules.test.ts',
  people: 'test/access/member-roles.integration.test.ts',
  members: 'test/access/member-roles.integration.test.ts',
};
const ofMeasures: Record<keyof Measure | KeysOf<NonNullable<Measure['percent']>>, Proved> = {
  label: 'zoo',
  sum: 'zoo',
  mean: 'zoo',
  percent: 'zoo',
  of: 'zoo',
  by: 'zoo',
  at: 'zoo',
  where: 'zoo',
  materialised: 'zoo',
};
const ofTotals: Record<keyof MaterialisedTotal, Proved> = {
  by: 'zoo',
  byMapCellOf: 'zoo',
  at: 'zoo',
  sum: 'zoo',
  where: 'zoo',
  byAreaLevel: 'zoo',
};
const ofEnds: Record<keyof DocumentExpiry | keyof Omit<ExpiringDocument, 'zh-cn' | 'en'>, Proved> = {
  papers: 'zoo',
  validity: 'zoo',
  soon: 'zoo',
  mobile: 'zoo',
  office: 'zoo',
  named: 'zoo',
  in: 'modules/crew/test/papers.integration.test.ts',
  own: 'modules/crew/test/papers.integration.test.ts',
  unless: 'modules/enterprise/test/home.integration.test.ts',
};
const ofRetentions: Record<KeysOf<RowRetention>, Proved> = {
  days: 'zoo',
  months: 'zoo',
  from: 'zoo',
  where: 'modules/message/test/notice.integration.test.ts',
  most: 'modules/web-terminal/test/terminal.integration.test.ts',
};
const ofFields: Record<keyof FieldOptions, Proved> = {
  required: 'zoo',
  search: 'zoo',
  initials: 'modules/opinion/test/opinion.integration.test.ts',
  unique: 'zoo',
  privacy: 'zoo',
  personal: 'modules/open-interface/test/personal-fields-of-scopes.test.ts',
  list: 'zoo',
  write: 'zoo',
  section: 'zoo',
  hint: 'zoo',
  initial: 'zoo',
  filter: 'zoo',
  through: 'zoo',
  from: 'zoo',
  computed: 'zoo',
  reads: 'zoo',
  writes: 'zoo',
  shownWhen: 'zoo',
  fromSource: 'zoo',
  requiredWhen: 'zoo',
  number: 'zoo',
  english: 'zoo',
};
const ofRequirements: Record<keyof RequiredWhen, Proved> = {
  adding: 'kernel/field/is-field-required.test.ts',
  actor: 'kernel/field/is-field-required.test.ts',
  by: 'zoo',
  of: 'zoo',
};
const ofAggregates: Record<keyof ReferringRowsAggregate, Proved> = {
  how: 'zoo',
  of: 'zoo',
  by: 'zoo',
  value: 'zoo',
  at: 'zoo',
  where: 'zoo',
};
const ofFilters: Record<KeysOf<FilterByRelatedRows>, Proved> = {
  field: 'zoo',
  list: 'zoo',
  by: 'zoo',
  of: 'zoo',
  at: 'zoo',
};
const ofActs: Record<keyof CustomBatchAction, Proved> = { label: 'zoo', confirm: 'zoo', done: 'zoo', on: 'zoo' };
const ofAmendments: Record<keyof AmendmentRules, Proved> = {
  in: 'kernel/lifecycle/amendment-of-filed-row.test.ts',
  label: 'kernel/lifecycle/amendment-of-filed-row.test.ts',
  by: 'kernel/lifecycle/amendment-of-filed-row.test.ts',
  kinds: 'kernel/lifecycle/amendment-of-filed-row.test.ts',
  reasons: 'kernel/lifecycle/amendment-of-filed-row.test.ts',
  attached: 'kernel/lifecycle/amendment-of-filed-row.test.ts',
};
/** Options of fields of one kind, or of a few. */
type KindOptions =
  | AreaOptions
  | ChildListOptions
  | DateOptions
  | EditorOptions
  | FileOptions
  | IdNumberOptions
  | MobileOptions
  | MoneyOptions
  | NumberOptions
  | OneOfOptions<string>
  | PlaceOptions
  | PlateOptions
  | ProseOptions
  | ReferenceOptions
  | SelectOptions<string>
  | SelectsOptions<string>
  | SwitchOptions;
const ofKinds: Record<KeysOf<KindOptions>, Proved> = {
  level: 'zoo',
  of: 'zoo',
  max: 'zoo',
  min: 'zoo',
  endless: 'zoo',
  accept: 'zoo',
  private: 'zoo',
  documents: 'modules/travel/test/itinerary/tourist-import.integration.test.ts',
  foreign: 'kernel/kind/person.test.ts',
  quantity: 'zoo',
  unit: 'zoo',
  key: 'zoo',
  to: 'zoo',
  found: 'zoo',
  address: 'zoo',
  color: 'modules/crew/test/crew.integration.test.ts',
  screened: 'zoo',
  related: 'zoo',
  reach: 'zoo',
  among: 'zoo',
  ofRow: 'web/input/reference/params-of-reference-options-call.test.ts',
  alikeIn: 'web/input/reference/params-of-reference-options-call.test.ts',
  cites: 'zoo',
  options: 'zoo',
  fits: 'zoo',
  confirms: 'zoo',
  alarms: 'zoo',
  under: 'modules/security/test/security.integration.test.ts',
};
const ofNumbers: Record<keyof NumberingRule, Proved> = {
  pattern: 'zoo',
  on: 'zoo',
  day: 'zoo',
  gapless: 'test/write/numbers.integration.test.ts',
};
const ofVersions: Record<keyof RowVersionFieldsAndMoves, Proved> = {
  of: 'zoo',
  revise: 'zoo',
  publish: 'zoo',
  replace: 'zoo',
  published: 'zoo',
  inForce: 'zoo',
};
const ofStates: Record<Exclude<keyof State, 'zh-cn' | 'en'>, Proved> = {
  tone: 'zoo',
  final: 'zoo',
  editable: 'zoo',
  deletable: 'zoo',
  officeLevel: 'zoo',
  awaited: 'zoo',
  holds: 'test/access/member-roles.integration.test.ts',
  ownersOnly: 'modules/reward/test/reward.integration.test.ts',
};
const ofFeeds = 'modules/enterprise/test/wall.test.ts';
const ofClocks = 'test/write/clocks.integration.test.ts';
const ofTimeLimits: Record<Exclude<keyof DeadlineClock, 'zh-cn' | 'en'>, Proved> = {
  rule: 'zoo',
  ruleBy: 'modules/opinion/test/opinion.integration.test.ts',
  until: 'zoo',
  warn: 'zoo',
  in: 'zoo',
  from: ofClocks,
  served: 'zoo',
  urgent: 'zoo',
};
const ofMoves: Record<keyof Move, Proved> = {
  from: 'zoo',
  to: 'zoo',
  orTo: 'zoo',
  label: 'zoo',
  by: 'zoo',
  ownersAct: 'zoo',
  input: 'zoo',
  internalNote: 'modules/enforcement/test/check/check.integration.test.ts',
  concealed: 'modules/complaint/test/complaint.integration.test.ts',
  locks: 'zoo',
  emits: 'zoo',
  steps: 'zoo',
  tone: 'zoo',
  reversible: 'zoo',
  effect: 'zoo',
  batch: 'zoo',
  marks: 'zoo',
  answers: 'zoo',
  byAnother: 'zoo',
  when: 'zoo',
  proposes: 'zoo',
  accepts: 'zoo',
  rejects: 'zoo',
  settles: 'zoo',
  screens: 'zoo',
  stamps: 'zoo',
  evidence: 'zoo',
  starts: ofClocks,
  stops: ofClocks,
  pauses: ofClocks,
  resumes: ofClocks,
};
const ofSeparations: Record<KeysOf<NonNullable<Move['byAnother']>>, Proved> = {
  else: 'zoo',
  than: 'zoo',
  field: 'modules/document/test/issuing.integration.test.ts',
  of: 'modules/document/test/issuing.integration.test.ts',
};
const ofEvidence: Record<
  keyof MoveEvidence | keyof NonNullable<MoveEvidence['files']> | Exclude<keyof RequestedSignature, 'zh-cn' | 'en'>,
  Proved
> = {
  files: 'zoo',
  min: 'zoo',
  max: 'zoo',
  accept: 'test/write/evidence.integration.test.ts',
  place: 'zoo',
  signatures: 'zoo',
  required: 'zoo',
};
const ofLives: Record<keyof Lifecycle, Proved> = {
  initial: 'zoo',
  initialByOffice: 'zoo',
  states: 'zoo',
  moves: 'zoo',
  clocks: 'zoo',
  filed: ofClocks,
};

const ofVerifications: Record<keyof VerificationByOfficer<readonly string[], object, object, boolean>, Proved> = {
  fields: 'zoo',
  holder: 'zoo',
  rule: 'zoo',
  states: 'zoo',
  moves: 'zoo',
  whole: 'kernel/verification/declare-verification-lifecycle.test.ts',
  withdrawable: 'kernel/verification/declare-verification-lifecycle.test.ts',
  byOffice: 'kernel/verification/declare-verification-lifecycle.test.ts',
  word: 'kernel/verification/declare-verification-lifecycle.test.ts',
  changeWord: 'kernel/verification/declare-verification-lifecycle.test.ts',
};

const ofPanels: Record<keyof WallPanel, Proved> = {
  name: 'zoo',
  label: 'zoo',
  size: 'zoo',
  board: 'zoo',
  shows: 'zoo',
};
const ofShown: Record<keyof ShownMeasure | keyof ShownRows | keyof ShownLevels | keyof WallFeed, Proved> = {
  levels: 'zoo',
  of: 'zoo',
  measure: 'zoo',
  by: 'zoo',
  rows: 'zoo',
  more: 'zoo',
  name: ofFeeds,
  source: ofFeeds,
  every: ofFeeds,
  within: ofFeeds,
};

const ofPublications: Record<keyof Publication, Proved> = {
  when: 'zoo',
  fields: 'zoo',
  inFull: 'zoo',
  moves: 'zoo',
  override: 'zoo',
};
const ofSeries: Record<keyof TimeSeries | keyof PushedReadings | keyof ReadingLevels, Proved> = {
  name: 'zoo',
  label: 'zoo',
  of: 'zoo',
  values: 'zoo',
  retention: 'zoo',
  late: 'zoo',
  by: 'zoo',
  every: 'zoo',
  gapAfter: 'zoo',
  pushed: 'zoo',
  levels: 'zoo',
  balance: 'zoo',
  rolledUp: 'zoo',
  only: 'zoo',
  enabled: 'zoo',
  suspect: 'zoo',
  against: 'zoo',
  steps: 'zoo',
  downBy: 'zoo',
  after: 'zoo',
};

const all = zoo.resources;
const lives = all.flatMap((one: AnyResource) => (one.life ? [one.life as Lifecycle] : []));
const moves = lives.flatMap((life) => Object.values(life.moves));
const fields = all.flatMap((one) => Object.values(one.fields));

/** Options of one part of the language that should be used in the zoo and are not. */
function missingOf(proofs: Readonly<Record<string, Proved>>, parts: readonly object[]): string[] {
  const used = new Set(parts.flatMap((part) => Object.keys(part)));
  return Object.keys(proofs).filter((word) => proofs[word] === 'zoo' && !used.has(word));
}

test('the zoo uses every option of the language', () => {
  const keysOf = (values: readonly unknown[]) => [Object.fromEntries(values.map((value) => [String(value), true]))];
  expect(missingOf(scopes, keysOf(all.map((one) => one.scope)))).toEqual([]);
  expect(missingOf(actions, keysOf(all.flatMap((one) => standardActionsOf(one))))).toEqual([]);
  expect(missingOf(actors, keysOf(moves.flatMap((move): readonly string[] => move.by ?? ['admin'])))).toEqual([]);
  expect(missingOf(ofResources, all)).toEqual([]);
  expect(missingOf(ofFields, fields)).toEqual([]);
  expect(
    missingOf(
      ofNumbers,
      all.flatMap((one) => numberedFields(one).map(([, rule]) => rule)),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofRetentions,
      all.flatMap((one: AnyResource) => retentionsOf(one.keep)),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofVersions,
      all.flatMap((one: AnyResource) => one.versions ?? []),
    ),
  ).toEqual([]);
  expect(fields.filter((one) => one.options.cites !== undefined)).toHaveLength(2);
  expect(fields.filter((one) => one.options.screened).map(({ kind }) => kind)).toEqual(['textarea', 'editor']);
  const inputs = moves.flatMap(({ input = {} }) => Object.values(input));
  expect(
    missingOf(
      ofKinds,
      [...fields, ...inputs].map((one) => one.options),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofRequirements,
      fields.flatMap((one) => one.requiredWhen ?? []),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofAggregates,
      fields.flatMap((one) => one.from ?? []),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofFilters,
      all.flatMap((one: AnyResource) => Object.values(one.filters ?? {})),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofActs,
      all.flatMap((one: AnyResource) => Object.values(one.acts ?? {})),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofAmendments,
      all.flatMap((one: AnyResource) => one.amendments ?? []),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofTimeLimits,
      lives.flatMap((life) => Object.values(life.clocks ?? {})),
    ),
  ).toEqual([]);
  const measures = all.flatMap((one: AnyResource) => Object.values<Measure>(one.measures ?? {}));
  expect(missingOf(ofMeasures, [...measures, ...measures.flatMap(({ percent }) => percent ?? [])])).toEqual([]);
  expect(
    missingOf(
      ofTotals,
      all.flatMap((one: AnyResource) => Object.values(one.materialisedTotals ?? {})),
    ),
  ).toEqual([]);
  const ends = all.flatMap((one: AnyResource) => (one.ends ? [one.ends] : []));
  expect(
    missingOf(ofEnds, [
      ...ends,
      ...ends.flatMap((one) => Object.values<ExpiringDocument | undefined>(one.papers).flatMap((paper) => paper ?? [])),
    ]),
  ).toEqual([]);
  expect(missingOf(ofLives, lives)).toEqual([]);
  expect(missingOf(ofVerifications, [supplierVerification])).toEqual([]);
  expect(
    missingOf(
      ofStates,
      lives.flatMap((life) => Object.values(life.states)),
    ),
  ).toEqual([]);
  expect(missingOf(ofMoves, moves)).toEqual([]);
  const separations = moves.flatMap((move) => move.byAnother ?? []);
  expect(missingOf(ofSeparations, separations)).toEqual([]);
  const evidence = moves.flatMap((move) => move.evidence ?? []);
  const signers = evidence.flatMap(({ signatures = {} }): readonly RequestedSignature[] => Object.values(signatures));
  expect(missingOf(ofEvidence, [...evidence, ...evidence.flatMap(({ files }) => files ?? []), ...signers])).toEqual([]);
  const panels = zoo.module.panels ?? [];
  expect(missingOf(ofPanels, panels)).toEqual([]);
  expect(
    missingOf(
      ofShown,
      panels.map((one) => one.shows),
    ),
  ).toEqual([]);
  expect(
    missingOf(
      ofPublications,
      all.flatMap((one: AnyResource) => one.published ?? []),
    ),
  ).toEqual([]);
  const series = zoo.module.series ?? [];
  expect(
    missingOf(ofSeries, [...series, ...series.flatMap(({ pushed, levels }) => [pushed ?? {}, levels ?? {}])]),
  ).toEqual([]);
});

test('the zoo has a field of every kind', () => {
  const inputs = moves.flatMap(({ input = {} }) => Object.values(input));
  const usedKinds = new Set<string>([...fields, ...inputs].map((one) => one.kind));
  expect(Object.keys(kinds).filter((kind) => !usedKinds.has(kind))).toEqual([]);
});

test('the zoo has several values of every option with several values', () => {
  const distinct = (pick: (one: (typeof fields)[number]) => unknown) =>
    new Set(fields.map(pick).filter((one) => one !== undefined));
  expect(distinct((one) => one.privacy)).toEqual(new Set(['masked', 'hidden']));
  expect(distinct((one) => one.write)).toEqual(new Set(['add', 'server']));
  expect([...distinct((one) => (Array.isArray(one.unique) ? 'together' : one.unique))].toSorted()).toEqual([
    'together',
    true,
  ]);
});
