import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { key, object, string } from '#server/open-api/json-schema-shorthands.ts';

/** What a call that opens a session answers. Members get more of their own data (wire contract §2.4, §2.9). */
export const openedSessionSchema = object({
  userInfo: object({
    id: key,
    username: string,
    nickname: string,
    avatar: string,
    lastlogintime: { type: ['string', 'integer'] },
    token: string,
    refreshToken: string,
  }),
  routePath: string,
});
export type OpenedSession = ValueOfSchema<typeof openedSessionSchema>;
