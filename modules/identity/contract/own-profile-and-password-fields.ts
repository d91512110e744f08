import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { admin } from './admin.ts';

const { nickname, avatar, email, mobile, motto } = admin.fields;

/** Fields officers may change in their own account (wire contract §2.7 routine.AdminInfo). */
export const officerProfile = { nickname, avatar, email, mobile, motto } as const;

/** Fields members may change in their own account (wire contract §2.9, domain reference Appendix G). */
export const memberProfile = {
  username: field.account(text('账号', 'Account'), {
    required: true,
    hint: text('180 天内只能修改一次', 'Can be changed once in 180 days'),
  }),
  nickname: field.text(text('昵称', 'Nickname'), { required: true, max: 20 }),
  avatar: field.image(text('头像', 'Avatar')),
  gender: field.radio(text('性别', 'Gender'), {
    initial: '0',
    options: { '0': text('未知', 'Unknown'), '1': text('男', 'Male'), '2': text('女', 'Female') },
  }),
  birthday: field.date(text('生日', 'Birthday')),
  motto: field.text(text('签名', 'Signature'), { max: 255 }),
} as const;

/** Old and new password of the signed-in user. */
export const passwordChange = {
  old_password: field.password(text('原密码', 'Current password'), { required: true }),
  password: field.password(text('新密码', 'New password'), { required: true }),
} as const;
