import { WireError } from '#web/http/client.ts';
import type { AdminInfo, MemberInfo } from '#web/session/session.ts';

/** How a second factor is proved. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery';

/** A step the server requires before the session begins. */
export interface RequiredSignInStep {
  step: 'second_factor' | 'enrol' | 'new_password';
  ticket: string;
  ways: FactorMethod[];
  recovery_codes?: string[];
}

/** The step a refusal requires; undefined for other refusals. */
export const requiredSignInStepOf = (error: unknown): RequiredSignInStep | undefined =>
  error instanceof WireError && error.reason === 'next_step' ? (error.data as RequiredSignInStep) : undefined;

/** Answer of a successful sign-in. */
export interface SignInAnswer {
  userInfo: AdminInfo & MemberInfo;
  routePath: string;
  recovery_codes?: string[];
}
