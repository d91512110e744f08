import { type Move, moveOf, movesFrom, stateOf } from '#kernel/lifecycle.ts';
import { messages } from '#kernel/message.ts';
import type { AnyResource, Row as WireRow } from '#kernel/resource.ts';
import { say } from '#kernel/text.ts';
import { isDeletable, isFormLocked } from '#kernel/writing.ts';
import type { Caller } from '#server/caller.ts';
import { isWithheld } from '#server/read/withheld.ts';
import { Refused, refuse } from '#server/refusal.ts';
import { asideOf } from './aside.ts';
import { checkChangeWaits } from './change-request.ts';
import { writingOf } from './locked.ts';

type Row = WireRow<AnyResource>;

/** Refuses a move that cannot be made on the row as it is, though its state lets it, in the words its button shows. */
export function checkPossible(move: Move, before: Readonly<Record<string, unknown>>): void {
  const { closed } = asideOf(before);
  const guard = typeof closed === 'number' ? move.when?.[closed] : undefined;
  if (guard) throw new Refused(guard.else, { data: { reason: 'bad_transition', from: before.status, allowed: [] } });
  checkChangeWaits(move, before);
}

/** The owner's own act is not done for them, nor does one officer look twice where two are to. */
export function checkWithheld(caller: Caller, move: Move, before: Readonly<Record<string, unknown>>): void {
  const value = (column: string) => before[column] ?? asideOf(before)[column];
  if (!isWithheld(move, caller, value)) return;
  const owned = isWithheld({ ...move, answers: undefined }, caller, value);
  throw refuse(owned ? 'owners_act' : 'another_officer', 'forbidden', {}, { move: move.label[caller.locale] });
}

/** Refuses to write what somebody changed since the caller saw it. */
export function checkVersion(before: Row, version: number | undefined): void {
  if (version !== undefined && version !== before.version)
    throw refuse('stale_version', 'stale_version', { id: before.id });
}

/** A lost race and a wrong button get the same answer: where the row is, and what is possible there. */
export function checkState(resource: AnyResource, before: Row, move: string, caller: Caller): void {
  const life = resource.life;
  if (!life || moveOf(life, move)?.from.includes(before.status as string)) return;
  const allowed = movesFrom(life, before.status as string, caller.type === 'member' ? 'member' : 'admin');
  const words = (locale: 'zh-cn' | 'en') => ({
    from: stateOf(life, before.status)?.[locale] ?? before.status,
    allowed:
      allowed.map((name) => moveOf(life, name)?.label[locale]).join(locale === 'en' ? ', ' : '、') ||
      messages.nothing_allowed[locale],
  });
  throw new Refused(
    {
      'zh-cn': say(messages.bad_transition, 'zh-cn', words('zh-cn')),
      en: say(messages.bad_transition, 'en', words('en')),
    },
    { data: { reason: 'bad_transition', from: before.status, allowed } },
  );
}

/** Refuses to delete what is kept where it is. What the platform itself takes away, it does. */
export function checkDeletable(resource: AnyResource, before: Row, caller: Caller): void {
  const state = stateOf(resource.life, before.status);
  if (!state || caller.type === 'system' || isDeletable(resource, writingOf(caller, before.status))) return;
  throw refuse('not_deletable', 'bad_transition', { from: before.status }, { from: state[caller.locale] });
}

/** Refuses a form of which nothing can be written where the row is. */
export function checkEditable(resource: AnyResource, before: Row, caller: Caller): void {
  const state = stateOf(resource.life, before.status);
  if (!state || caller.type === 'system' || !isFormLocked(resource, writingOf(caller, before.status))) return;
  throw refuse('not_editable', 'bad_transition', { from: before.status }, { from: state[caller.locale] });
}
