import type { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import type { OpenedSession } from './answer-schema-of-opened-session.ts';
import type { AuthenticatedAccount } from './authenticated-account-type.ts';
import { openAdminSession } from './open-admin-session.ts';
import { openSessionAndAnswerMember } from './open-session-and-answer-member.ts';

/** Opens the session of an authenticated account. */
export const openAdminOrMemberSession = (
  platform: Platform,
  call: Call,
  one: AuthenticatedAccount,
): Promise<Answer<OpenedSession>> =>
  one.who.type === 'admin' ? openAdminSession(platform, call, one) : openSessionAndAnswerMember(platform, call, one);
