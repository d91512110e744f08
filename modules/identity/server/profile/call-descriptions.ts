import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { key, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { officerProfile } from '../../contract/profile-fields.ts';

const person = { id: key, username: string, nickname: string, avatar: string };

/** Descriptions of the calls of officers’ profiles and of preferences for the API document. */
export const profileCalls: CallDescriptions = {
  'admin/routine.AdminInfo/index': {
    summary: text('本人资料', 'Own profile'),
    data: object({
      info: object({ ...person, email: string, mobile: string, motto: string, lastlogintime: string }),
    }),
  },
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
  'admin/preference/index': {
    summary: text('我的界面偏好', 'My interface preferences'),
    data: object({ values: { type: 'object', additionalProperties: true } }),
  },
  'admin/preference/save': {
    summary: text('保存一项界面偏好（value 为任意 JSON）', 'Save an interface preference (value is any JSON)'),
    body: { key: field.text(text('名称', 'Name'), { required: true, max: 120 }) },
    data: nothing,
  },
  'api/preference/index': {
    summary: text('我的界面偏好（会员）', 'My interface preferences (member)'),
    data: object({ values: { type: 'object', additionalProperties: true } }),
  },
  'api/preference/save': {
    summary: text(
      '保存一项界面偏好（value 为任意 JSON，会员）',
      'Save an interface preference (value is any JSON, member)',
    ),
    body: { key: field.text(text('名称', 'Name'), { required: true, max: 120 }) },
    data: nothing,
  },
};
