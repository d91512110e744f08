import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { officerProfile } from '../../contract/profile-fields.ts';

/** Descriptions of changing an officer's own profile for the API document. */
export const profileApiCallDescriptions: CallDescriptions = {
  'admin/routine.AdminInfo/edit': {
    summary: text(
      '修改本人资料或密码；改密码会结束其他登录',
      'Edit own profile or password; changing the password ends other sessions',
    ),
    body: {
      ...officerProfile,
      old_password: field.password(text('原密码', 'Current password')),
      password: field.password(text('新密码', 'New password'), { min: 8 }),
    },
    data: nothing,
  },
};
