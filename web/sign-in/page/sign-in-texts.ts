import { text } from '#kernel/text/text.ts';

/** Texts of the pages before sign-in. */
export const signInTexts = {
  product: text('文旅市场监管与执法平台', 'Culture and tourism market supervision and enforcement'),
  motto: text('行路有据，鉴物如实', 'Every journey on record, everything as it is'),
  adminTitle: text('管理员登录', 'Administrator sign-in'),
  username: text('账号', 'Account'),
  memberName: text('账号、手机号或邮箱', 'Account, mobile number or e-mail'),
  password: text('密码', 'Password'),
  staySignedIn: text('保持登录（30 天）', 'Stay signed in (30 days)'),
  signIn: text('登录', 'Sign in'),
  signingIn: text('正在登录…', 'Signing in…'),
  forgot: text('忘记密码', 'Forgot password'),
  register: text('企业入驻登记', 'Register an enterprise'),
  sharedComputer: text('公用电脑请勿勾选', 'Do not tick on shared computers'),
  language: text('English', '中文'),
  languageHint: text('Switch to English', '切换为中文'),
  light: text('浅色', 'Light'),
  dark: text('深色', 'Dark'),
  system: text('跟随系统', 'Follow system'),
  theme: text('外观：{theme}', 'Appearance: {theme}'),
  usernameRequired: text('请输入账号', 'Enter your account'),
  usernameLength: text('账号长度为 3 到 30 个字符', 'The account must have 3 to 30 characters'),
  passwordRequired: text('请输入密码', 'Enter your password'),
  codeRequired: text('请输入收到的验证码', 'Enter the code you received'),
  captchaRequired: text('请输入图中的数字', 'Enter the digits in the picture'),
  recordNumber: text('备案号', 'Filing number'),
} as const;
