import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';

/**
 * Sign-in by an identity provider (OpenID Connect), besides the password. Users link their account within a session; an
 * e-mail address vouched for by the provider links nothing.
 */
export const oidcSettings = settings({
  name: 'auth/oidc',
  guarded: 'all',
  label: text('统一身份认证（OIDC）', 'Single sign-on (OIDC)'),
  fields: {
    enabled: field.switch(text('启用', 'Enabled'), { initial: '0' }),
    name: field.text(text('按钮名称', 'Button label'), { required: true, max: 20, initial: '统一身份认证' }),
    name_en: field.text(text('按钮英文名称', 'Button label in English'), {
      required: true,
      max: 30,
      initial: 'single sign-on',
    }),
    issuer: field.url(text('颁发者地址', 'Issuer URL'), {
      hint: text(
        '须为 HTTPS；回调地址登记为“本站地址/admin/login”',
        'Must be HTTPS; register “<this site>/admin/login” as the redirect URI',
      ),
    }),
    client_id: field.text(text('客户端编号', 'Client ID'), { max: 200 }),
    client_secret: field.text(text('客户端密钥', 'Client secret'), { max: 500, privacy: 'hidden' }),
    scope: field.text(text('请求范围', 'Scope'), {
      required: true,
      max: 200,
      initial: 'openid profile email',
      hint: text(
        '账号从不自动创建或关联：由本人登录后在“个人资料与密码”中关联',
        'Accounts are never created or linked automatically: sign in and link your own under “Profile and password”',
      ),
    }),
  },
  public: ['enabled', 'name', 'name_en'],
});
