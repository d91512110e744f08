import { maskText } from '#kernel/check/mask-personal-data.ts';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isPolymorphicReference, kindOf, targetOf } from '#kernel/field/field.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { correctionFields } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import type { EvidenceInTimeline } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { pendingChangesField } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import {
  allColumnsOf,
  columnsOfEveryResource,
  columnsWithDeadlineClocks,
} from '#kernel/resource/all-columns-of-resource.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readRowText } from '#server/read/row/read-one-row-as-json.ts';
import {
  memberRoleInRow,
  withFieldsVisibleToCaller,
} from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import {
  type HistoryLine,
  pagePositionOf,
  readChangesCommentsMessagesAndReveals,
} from './read-changes-comments-messages-and-reveals-of-record.ts';
import { readNamesAndRolesOfActors } from './read-names-and-roles-of-history-actors.ts';
import { readTitlesOfReferences } from './read-titles-of-references.ts';

/** An entry of a timeline. `kind` says what it is and which optional properties it has. */
export interface TimelineEntry {
  /** Key within its kind. */
  id: number;
  kind: HistoryLine['kind'];
  action: string;
  move: string | null;
  from: string | null;
  to: string | null;
  actor_type: string;
  actor_name: string;
  /** Their role at the time: department or group of an officer, role of a member. */
  actor_role: string;
  /** Unix seconds. */
  createtime: number;
  /**
   * Identifies what was written by one act: the same value for all entries of a transaction. Null: the entry is an act
   * of its own.
   */
  act: string | null;
  note: string | null;
  changes: Record<string, [unknown, unknown]>;
  /** Titles of the rows and areas that values in `changes` refer to, with the same keys. */
  names?: Record<string, [string | null, string | null]>;
  /** What was attached to a move as proof. */
  evidence?: EvidenceInTimeline;
  /** The child row, if the entry is about one. */
  of?: { resource: string; id: number; title: string | null };
  /** Further data of a comment, a message or an access to personal data. */
  told?: Readonly<Record<string, unknown>>;
}

export interface Timeline {
  list: TimelineEntry[];
  more: boolean;
  /** Where the next page starts. */
  next: string | null;
}

const pageSize = 50;

/**
 * The timeline of a row, newest first, as far as the caller may see it: changes of the row and its child rows,
 * comments, messages, and accesses to personal data. The row must be in the caller's scope. Masked values stay masked;
 * people and rows are given by name.
 */
export async function readTimeline(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  id: number,
  before: unknown,
): Promise<Timeline> {
  await readRowText(engine, resource, caller, id);
  const role =
    caller.type === 'member' ? await memberRoleInRow(resource, caller, engine.find, engine.db, id) : undefined;
  const know = (one: AnyResource) => withFieldsVisibleToCaller(one, caller, engine.find, role);
  const read = await readChangesCommentsMessagesAndReveals(engine, resource, caller, know, id, before, pageSize + 1);
  const lines = read.slice(0, pageSize);
  const last = lines.at(-1);
  const more = read.length > pageSize;
  const fieldsOf = ({ kind, data }: HistoryLine): Fields => {
    const of = kind === 'part' ? engine.find(String(data.of)) : resource;
    return of ? allColumnsOf(know(of)) : {};
  };
  const entries = lines.map((line) => ({ line, fields: fieldsOf(line), entry: entryOf(line) }));
  for (const { entry, fields } of entries) {
    if (caller.locale === 'en') readInEnglish(entry.changes, fields);
    restrictToVisible(entry, fields);
  }
  const shown = entries.filter(({ line, entry, fields }) => hasContent(line, entry, fields));
  const naming = shown.flatMap(({ entry, fields }) =>
    Object.entries(entry.changes).flatMap(([name, values]) =>
      fields[name] && isNaming(fields[name]) ? values.map((value) => [fields[name] as AnyField, value] as const) : [],
    ),
  );
  const [title, person] = await Promise.all([
    readTitlesOfReferences(engine, naming, caller.locale),
    readNamesAndRolesOfActors(engine, resource, caller, id, lines),
  ]);
  const list = shown.map(({ line, entry, fields }) => {
    const { name, role } = person(line);
    const names = Object.entries(entry.changes).flatMap(([key, values]) => {
      const one = fields[key];
      return one && isNaming(one) ? [[key, values.map((value) => title(one, value) ?? null)] as const] : [];
    });
    return {
      ...entry,
      actor_name: name,
      actor_role: role,
      ...(names.length > 0 ? { names: Object.fromEntries(names) as TimelineEntry['names'] & object } : {}),
      ...ownDataOf(engine, caller, line, fields),
    };
  });
  return { list, more, next: more && last ? pagePositionOf(last) : null };
}

const isNaming = (one: AnyField): boolean => isPolymorphicReference(one) || targetOf(one) !== undefined;

/**
 * The act of an entry, by its transaction and moment: transaction ids start again in a restored database. Entries older
 * than transaction ids are identified by moment and actor.
 */
function actOf({ kind, at, tx, actor_id, actor_name }: HistoryLine): string | null {
  if (tx !== null) return `${tx}.${at}`;
  return kind === 'change' || kind === 'part' ? `${at}.${actor_id ?? ''}.${actor_name}` : null;
}

function entryOf(line: HistoryLine): TimelineEntry {
  const { kind, id, at, actor_type, actor_name } = line;
  // entries of other kinds are worded separately, with personal data masked (`ownDataOf`)
  const data = kind === 'change' || kind === 'part' ? line.data : {};
  const { action, move, from, to, note, changes, of, row, title } = data;
  const word = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    id,
    kind,
    actor_type,
    actor_name,
    actor_role: '',
    action: word(action) ?? kind,
    move: word(move),
    from: word(from),
    to: word(to),
    note: word(note),
    createtime: Math.floor(at / 1_000_000),
    act: actOf(line),
    changes: { ...(changes as TimelineEntry['changes'] | undefined) },
    ...(kind === 'part' ? { of: { resource: String(of), id: Number(row), title: word(title) } } : {}),
  };
}

/** Replaces texts that the platform wrote in both languages by the English ones, if there are any. */
function readInEnglish(changes: TimelineEntry['changes'], fields: Fields): void {
  for (const [name, change] of Object.entries(changes)) {
    const english = changes[fields[name]?.english ?? ''];
    if (english) changes[name] = [english[0] || change[0], english[1] || change[1]];
  }
}

/**
 * Removes invisible fields from a change, masks personal data, and leaves out values that the platform maintains
 * itself.
 */
function restrictToVisible(entry: TimelineEntry, fields: Fields): void {
  for (const [name, change] of Object.entries(entry.changes)) {
    const one = fields[name];
    if (!one || one.privacy === 'hidden' || isCounted(name, one)) delete entry.changes[name];
    else if (namesFields.has(one))
      entry.changes[name] = change.map((value) => visiblePairs(value, fields)) as typeof change;
    else if (one.privacy === 'masked')
      entry.changes[name] = change.map((value) =>
        typeof value === 'string' && !kindOf(one).sealed ? maskText(value) : value,
      ) as [unknown, unknown];
  }
}

/**
 * Whether a value is maintained by the platform and of no interest in a timeline: totals, moments, sort weights,
 * limits.
 */
const isCounted = (name: string, one: AnyField): boolean =>
  one.from !== undefined ||
  Object.hasOwn(columnsOfEveryResource, name) ||
  Object.hasOwn(columnsWithDeadlineClocks, name) ||
  name === 'weigh' ||
  (one.write === 'server' && kindOf(one).comparison === 'moment');

/** Whether an entry still has content. An automatic change without visible fields is left out. */
const hasContent = ({ kind, actor_type, data }: HistoryLine, entry: TimelineEntry, fields: Fields): boolean =>
  !(kind === 'change' || kind === 'part') ||
  actor_type !== 'system' ||
  entry.action !== 'edit' ||
  entry.note !== null ||
  Object.keys(entry.changes).some((name) => fields[name] !== undefined) ||
  Object.keys((data.changes as object | undefined) ?? {}).length === 0;

/** Further data of an entry in the caller's language. Addresses are masked as in the message queue. */
function ownDataOf(
  engine: Engine,
  { locale }: Caller,
  { kind, data }: HistoryLine,
  visibleFields: Fields,
): Pick<TimelineEntry, 'told' | 'evidence'> {
  switch (kind) {
    case 'change':
    case 'part':
      return data.evidence ? { evidence: withMaskedNames(data.evidence as EvidenceInTimeline) } : {};
    case 'comment':
      return { told: data };
    case 'reveal':
      return {
        told: {
          ...data,
          fields: ((data.fields as string[] | null) ?? []).filter((name) => Object.hasOwn(visibleFields, name)),
        },
      };
    case 'notice': {
      const { label, label_en, ...rest } = data;
      return { told: { ...rest, label: locale === 'en' ? label_en : label } };
    }
    case 'message': {
      const { by, template, to, state } = data as Readonly<Record<string, string>>;
      const queue = engine.find(by === 'mobile' ? 'message/sms' : 'message/email');
      const address = queue?.fields[by ?? ''];
      const label = engine.messages.templates.find(({ code }) => code === template)?.label[locale] ?? template;
      return { told: { by, label, state, to: (address && kindOf(address).maskValue?.(to ?? '')) ?? '***' } };
    }
    default:
      return {};
  }
}

/** Evidence with typed names masked, as personal data in a timeline is. Drawn signatures are shown. */
const withMaskedNames = (evidence: EvidenceInTimeline): EvidenceInTimeline => ({
  ...evidence,
  signatures: evidence.signatures.map(({ name, ...one }) =>
    name === undefined ? one : { ...one, name: maskText(name) },
  ),
});

const namesFields: ReadonlySet<AnyField> = new Set([pendingChangesField, ...Object.values(correctionFields)]);

/** The part of proposed values or marks that concerns visible fields. */
const visiblePairs = (value: unknown, fields: Fields): unknown =>
  Array.isArray(value) ? (value as Pair[]).filter(({ key }) => Object.hasOwn(fields, key)) : value;
