import { forbidden } from '#server/refusal.ts';
import type { Call } from './controller.ts';

type Asked = Pick<Call, 'caller'>;

/** Whether the group of a member has a page of the member centre. */
export const hasRule = ({ caller }: Asked, name: string): boolean => !caller.withheld?.has(name.toLowerCase());

/** Refuses whose group has not: what a page shows is not told by its calls either. */
export function checkRule(call: Asked, name: string): void {
  if (!hasRule(call, name)) throw forbidden();
}
