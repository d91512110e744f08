import { field } from '#kernel/field.ts';
import { settings } from '#kernel/settings.ts';
import { text } from '#kernel/text.ts';

/** What signing in asks, how often it is tried and how long it lasts (domain reference §2.W, wire contract §2.3, §4). */
export const security = settings({
  name: 'auth/security',
  guarded: 'all',
  label: text('登录安全', 'Sign-in'),
  fields: {
    second_factor: field.select(text('二次验证', 'Second factor'), {
      required: true,
      initial: 'optional',
      options: {
        optional: text('自愿', 'Optional'),
        super: text('超级管理员必须', 'Required of super administrators'),
        all: text('所有管理员必须', 'Required of everybody'),
      },
      hint: text(
        '管理组也可单独要求；尚未设置的人在下次登录时设置',
        'Groups may require it as well; who has none sets one up at the next sign-in',
      ),
    }),
    passkey_entry: field.switch(text('允许以通行密钥代替密码登录', 'Sign in by a passkey instead of a password'), {
      initial: '1',
      hint: text(
        '设备须验证本人（指纹、面容或设备密码），因此不再要求二次验证',
        'The device has to ask who is there (fingerprint, face or PIN), which is a second factor in itself',
      ),
    }),
    first_change: field.select(text('首次登录须修改密码', 'New password at the first sign-in'), {
      required: true,
      initial: 'page',
      options: {
        page: text('在本平台的登录页', 'On the sign-in page of this platform'),
        always: text('任何客户端', 'By whatever client'),
        never: text('不要求', 'Never'),
      },
      hint: text(
        '密码由他人设置或重置后；其他客户端没有修改密码的步骤，选“任何客户端”时只提示到登录页修改',
        'After somebody else has set or reset the password. Other clients know no such step: asked by whatever client, they only show a sentence that leads here',
      ),
    }),
    idle_minutes: field.integer(text('闲置锁定（分钟）', 'Lock when idle (minutes)'), {
      required: true,
      initial: 30,
      min: 0,
      max: 1440,
      hint: text('0 为不锁定', '0: never'),
    }),
    most_sessions: field.integer(text('管理员同时登录数上限', 'Sessions of an administrator at once'), {
      required: true,
      initial: 10,
      min: 0,
      max: 100,
      hint: text('超过时最久未用的登录结束；0 为不限', 'Beyond it the session unused for longest ends; 0: any number'),
    }),
    most_member_sessions: field.integer(text('会员同时登录数上限', 'Sessions of a member at once'), {
      required: true,
      initial: 0,
      min: 0,
      max: 100,
      hint: text('1 为新的登录结束之前的；0 为不限', '1: signing in ends what was before; 0: any number'),
    }),
    admin_login_retry: field.integer(text('管理员可连续输错密码（次）', 'Wrong passwords of an administrator'), {
      required: true,
      initial: 10,
      min: 3,
      max: 100,
      hint: text('连续达到后锁定账号', 'So many in a row lock the account'),
    }),
    user_login_retry: field.integer(text('会员可连续输错密码（次）', 'Wrong passwords of a member'), {
      required: true,
      initial: 10,
      min: 3,
      max: 100,
      hint: text('连续达到后锁定账号', 'So many in a row lock the account'),
    }),
    lock_hours: field.integer(text('账号锁定（小时）', 'Account locked (hours)'), {
      required: true,
      initial: 24,
      min: 1,
      max: 720,
      hint: text('从最后一次输错起；已锁定的不变', 'From the last wrong one; what is locked already stays so'),
    }),
    log_months: field.integer(text('操作日志保留（月）', 'Operation log kept (months)'), {
      required: true,
      initial: 24,
      min: 6,
      max: 240,
    }),
  },
  public: ['idle_minutes', 'passkey_entry'],
});
