import { maskText } from '#kernel/check/mask.ts';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf, namesOneOf, targetOf } from '#kernel/field/field.ts';
import type { Pair } from '#kernel/kind/pairs.ts';
import { pendingField } from '#kernel/lifecycle/change-request.ts';
import { correctionFields } from '#kernel/lifecycle/correction.ts';
import { allFields, baseFields, clockFields } from '#kernel/resource/columns.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine.ts';
import { readRowText } from '#server/read/row/row.ts';
import { roleIn, visibleTo } from '#server/read/scope/visible-declaration.ts';
import { namePeople } from './people.ts';
import { type HistoryLine, placeOf, readRecordHistory } from './record-history.ts';
import { titlesOfValues } from './titles.ts';

/** One thing that happened to a row or around it; `kind` says which, and what else of it is told. */
export interface TimelineEntry {
  /** Of its kind. */
  id: number;
  kind: HistoryLine['kind'];
  action: string;
  move: string | null;
  from: string | null;
  to: string | null;
  actor_type: string;
  actor_name: string;
  /** As what they did it: the department or group of an officer, the role of a member. */
  actor_role: string;
  /** Unix seconds. */
  createtime: number;
  /** What was written by one act bears one word, the same in no other: its transaction. Nothing stands for what is an act of its own. */
  act: string | null;
  note: string | null;
  changes: Record<string, [unknown, unknown]>;
  /** Values that name rows and areas, by what these are called: as `changes`. */
  names?: Record<string, [string | null, string | null]>;
  /** Of a row that is part of this one: which. */
  of?: { resource: string; id: number; title: string | null };
  /** What a comment, a message or a look at personal data has of its own. */
  told?: Readonly<Record<string, unknown>>;
}

export interface Timeline {
  list: TimelineEntry[];
  more: boolean;
  /** From where the next page goes on. */
  next: string | null;
}

const pageSize = 50;

/**
 * The story of a row, newest first, of what the caller may know: what was done to it and to what is part of it, what
 * people said about it, what was sent about it, and who looked at what of it in plain. The row must be in their scope,
 * masks stay, and people and rows go by their names.
 */
export async function readTimeline(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  id: number,
  before: unknown,
): Promise<Timeline> {
  await readRowText(engine, resource, caller, id);
  const role = caller.type === 'member' ? await roleIn(resource, caller, engine.find, engine.db, id) : undefined;
  const know = (one: AnyResource) => visibleTo(one, caller, engine.find, role);
  const read = await readRecordHistory(engine, resource, caller, know, id, before, pageSize + 1);
  const lines = read.slice(0, pageSize);
  const last = lines.at(-1);
  const more = read.length > pageSize;
  const fieldsOf = ({ kind, data }: HistoryLine): Fields => {
    const of = kind === 'part' ? engine.find(String(data.of)) : resource;
    return of ? allFields(know(of)) : {};
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
    titlesOfValues(engine, naming, caller.locale),
    namePeople(engine, resource, caller, id, lines),
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
  return { list, more, next: more && last ? placeOf(last) : null };
}

const isNaming = (one: AnyField): boolean => namesOneOf(one) || targetOf(one) !== undefined;

/**
 * By its transaction; keys of transactions begin anew with a database that was restored, moments do not. What was written before
 * transactions were kept is told by its moment, which is that of its transaction, and by who acted.
 */
function actOf({ kind, at, tx, actor_id, actor_name }: HistoryLine): string | null {
  if (tx !== null) return `${tx}.${at}`;
  return kind === 'change' || kind === 'part' ? `${at}.${actor_id ?? ''}.${actor_name}` : null;
}

function entryOf(line: HistoryLine): TimelineEntry {
  const { kind, id, at, actor_type, actor_name } = line;
  // what lines of other kinds say is told in their own words, personal data masked (`toldOf`)
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

/** Replaces texts that the platform wrote in both languages by their English, where there is some. */
function readInEnglish(changes: TimelineEntry['changes'], fields: Fields): void {
  for (const [name, change] of Object.entries(changes)) {
    const english = changes[fields[name]?.english ?? ''];
    if (english) changes[name] = [english[0] || change[0], english[1] || change[1]];
  }
}

/** Takes from a change what is not known, masks what is masked, and leaves out what the platform counts by itself. */
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

/** Kept by the platform and of no interest in a story: tallies, moments, places in an order, limits. */
const isCounted = (name: string, one: AnyField): boolean =>
  one.from !== undefined ||
  Object.hasOwn(baseFields, name) ||
  Object.hasOwn(clockFields, name) ||
  name === 'weigh' ||
  (one.write === 'server' && kindOf(one).comparison === 'moment');

/** Where nothing is left of what the platform did by itself, it did nothing anybody would look for. */
const hasContent = ({ kind, actor_type, data }: HistoryLine, entry: TimelineEntry, fields: Fields): boolean =>
  !(kind === 'change' || kind === 'part') ||
  actor_type !== 'system' ||
  entry.action !== 'edit' ||
  entry.note !== null ||
  Object.keys(entry.changes).some((name) => fields[name] !== undefined) ||
  Object.keys((data.changes as object | undefined) ?? {}).length === 0;

/** What lines have of their own, in the caller's words; addresses are masked as in their queues. */
function ownDataOf(
  engine: Engine,
  { locale }: Caller,
  { kind, data }: HistoryLine,
  visibleFields: Fields,
): Pick<TimelineEntry, 'told'> {
  switch (kind) {
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

const namesFields: ReadonlySet<AnyField> = new Set([pendingField, ...Object.values(correctionFields)]);

/** Of a change that waited or of marks, what is said of fields that are known. */
const visiblePairs = (value: unknown, fields: Fields): unknown =>
  Array.isArray(value) ? (value as Pair[]).filter(({ key }) => Object.hasOwn(fields, key)) : value;
