import { create } from 'zustand';
import type { RowHeldByMember, RowsHeldByMember } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import { readJson, writeJson } from './json-storage-with-memory-fallback.ts';
import { useMemberSession } from './session.ts';

const key = 'holder';

/** The holder a member has chosen, by resource; a resource without a choice shows the rows of all holders. */
interface Choice {
  /** Account the choice belongs to; another account starts without a choice. */
  readonly member: number;
  readonly rows: Readonly<Record<string, number>>;
}

const useChoice = create<Choice>(() => readJson<Choice>(localStorage, key) ?? { member: 0, rows: {} });

const nothing: readonly RowsHeldByMember[] = [];

/** The rows through which the signed-in member holds others, by resource. */
export const useRowsHeldByMember = (): readonly RowsHeldByMember[] =>
  useMemberSession((state) => state.boot?.held) ?? nothing;

function heldOf(
  holding: RowsHeldByMember | undefined,
  { member, rows }: Choice,
  who: number | undefined,
): RowHeldByMember | undefined {
  if (!holding) return undefined;
  const [first, ...others] = holding.list;
  if (first && others.length === 0) return first;
  return member === who ? holding.list.find((one) => one.id === rows[holding.resource]) : undefined;
}

/** The holder chosen for a resource, or the only one. */
export function useChosenRowThatMemberActsFor(resource: string | undefined): RowHeldByMember | undefined {
  const holding = useRowsHeldByMember().find((one) => one.resource === resource);
  const who = useMemberSession((state) => state.info?.id);
  return heldOf(holding, useChoice(), who);
}

/** The same outside components. */
export function chosenRowThatMemberActsFor(resource: string): RowHeldByMember | undefined {
  const { boot, info } = useMemberSession.getState();
  const holding = boot?.held.find((one) => one.resource === resource);
  return heldOf(holding, useChoice.getState(), info?.id);
}

/** Chooses one holder, or all, and stores the choice. */
export function chooseRowThatMemberActsFor(resource: string, id: number | undefined): void {
  const member = useMemberSession.getState().info?.id ?? 0;
  const before = useChoice.getState();
  const { [resource]: _dropped, ...rows } = before.member === member ? before.rows : {};
  useChoice.setState({ member, rows: id === undefined ? rows : { ...rows, [resource]: id } });
  writeJson(localStorage, key, useChoice.getState());
}
