import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/api-description-of-call.ts';
import { enumOf, object, string } from '#server/open-api/json-schema-shorthands.ts';

const refreshToken = { refresh_token: field.text(text('刷新令牌', 'Refresh token'), { required: true }) };

/** Descriptions of renewing a token for the API document. */
export const tokenRefreshApiCallDescriptions: CallDescriptions = {
  'api/common/refreshToken': {
    summary: text(
      '以刷新令牌换新令牌；旧令牌放在 batoken 或 ba-user-token',
      'Exchange a refresh token for a new token; the old one goes in batoken or ba-user-token',
    ),
    body: refreshToken,
    data: object({ type: enumOf('admin-refresh', 'user-refresh'), token: string }),
  },
};
