import { WireError } from '#web/http/client.ts';
import type { AdminInfo, MemberInfo } from '#web/session/session.ts';

/** By what a factor is shown. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery';

/** What the server says is owed before somebody is let in. */
export interface RequiredStep {
  step: 'second_factor' | 'enrol' | 'new_password';
  ticket: string;
  ways: FactorMethod[];
  recovery_codes?: string[];
}

/** What a refusal says is owed next; undefined: it is another refusal. */
export const requiredStepOf = (error: unknown): RequiredStep | undefined =>
  error instanceof WireError && error.reason === 'next_step' ? (error.data as RequiredStep) : undefined;

/** What signing in answers. */
export interface SignedIn {
  userInfo: AdminInfo & MemberInfo;
  routePath: string;
  recovery_codes?: string[];
}
