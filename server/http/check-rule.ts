import { forbidden } from '#server/refusal.ts';
import type { Call } from './controller.ts';

type CheckedCall = Pick<Call, 'caller'>;

/** Whether the group of a member has a page of the member centre. */
export const hasRule = ({ caller }: CheckedCall, name: string): boolean => !caller.withheld?.has(name.toLowerCase());

/** Refuses whose group has not: what a page shows is not told by its calls either. */
export function checkRule(call: CheckedCall, name: string): void {
  if (!hasRule(call, name)) throw forbidden();
}
