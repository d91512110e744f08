import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';

/**
 * Security settings: requirements of sign-in, attempts and session lifetime (domain reference §2.W, wire contract §2.3,
 * §4).
 */
export const securitySettings = settings({
  name: 'auth/security',
  guarded: 'all',
  label: text('登录安全', 'Sign-in security'),
  fields: {
    second_factor: field.select(text('二次验证', 'Two-factor verification'), {
      required: true,
      initial: 'optional',
      options: {
        optional: text('自愿', 'Optional'),
        super: text('超级管理员必须', 'Required for super administrators'),
        all: text('所有管理员必须', 'Required for all administrators'),
      },
      hint: text(
        '管理组也可单独要求；尚未设置的人在下次登录时设置',
        'Groups may also require it; anyone without it sets it up at the next sign-in',
      ),
    }),
    passkey_entry: field.switch(text('允许以通行密钥代替密码登录', 'Allow passkeys instead of passwords'), {
      initial: '1',
      hint: text(
        '设备须验证本人（指纹、面容或设备密码），因此不再要求二次验证',
        'The device must verify the user (fingerprint, face or device PIN), so no second factor is required',
      ),
    }),
    first_change: field.select(text('首次登录须修改密码', 'Require password change at first sign-in'), {
      required: true,
      initial: 'page',
      options: {
        page: text('在本平台的登录页', "On this platform's sign-in page"),
        always: text('任何客户端', 'Any client'),
        never: text('不要求', 'Not required'),
      },
      hint: text(
        '密码由他人设置或重置后；其他客户端没有修改密码的步骤，选“任何客户端”时只提示到登录页修改',
        'When the password was set or reset by someone else. Other clients have no such step: with “Any client” they only show a note to change it on the sign-in page',
      ),
    }),
    idle_minutes: field.integer(text('闲置锁定（分钟）', 'Idle lock (minutes)'), {
      required: true,
      initial: 30,
      min: 0,
      max: 1440,
      hint: text('0 为不锁定', '0 means never'),
    }),
    most_sessions: field.integer(text('管理员同时登录数上限', 'Concurrent sessions per administrator'), {
      required: true,
      initial: 10,
      min: 0,
      max: 100,
      hint: text(
        '超过时最久未用的登录结束；0 为不限',
        'The least recently used session is ended when exceeded; 0 means unlimited',
      ),
    }),
    most_member_sessions: field.integer(text('会员同时登录数上限', 'Concurrent sessions per member'), {
      required: true,
      initial: 0,
      min: 0,
      max: 100,
      hint: text('1 为新的登录结束之前的；0 为不限', '1 means a new sign-in ends the previous one; 0 means unlimited'),
    }),
    admin_login_retry: field.integer(
      text('管理员可连续输错密码（次）', 'Failed password attempts for administrators'),
      {
        required: true,
        initial: 10,
        min: 3,
        max: 100,
        hint: text('连续达到后锁定账号', 'The account is locked after this many in a row'),
      },
    ),
    user_login_retry: field.integer(text('会员可连续输错密码（次）', 'Failed password attempts for members'), {
      required: true,
      initial: 10,
      min: 3,
      max: 100,
      hint: text('连续达到后锁定账号', 'The account is locked after this many in a row'),
    }),
    lock_hours: field.integer(text('账号锁定（小时）', 'Account lock (hours)'), {
      required: true,
      initial: 24,
      min: 1,
      max: 720,
      hint: text(
        '从最后一次输错起；已锁定的不变',
        'Counted from the last failed attempt; accounts already locked are not affected',
      ),
    }),
    log_months: field.integer(text('操作日志保留（月）', 'Operation log retention (months)'), {
      required: true,
      initial: 24,
      min: 6,
      max: 240,
    }),
  },
  public: ['idle_minutes', 'passkey_entry'],
});
