/** Sample values for fields checked against each other or by their form. */
export const wechatSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'wechat/account': {
    app_id: (n: number) => `wx${String(n).padStart(16, '0')}`,
    original_id: 'gh_0123456789ab',
    secret: '0123456789abcdef0123456789abcdef',
    token: 'Token123',
    mode: 'aes',
    aes_key: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    api_address: null,
    connected: '0',
    hosts: 'www.example.com',
  },
  'wechat/reply': { trigger: 'default', kind: 'text', content: '您好', starts_at: null, ends_at: null },
  'wechat/template': { template_id: (n: number) => `template-${String(n).padStart(20, '0')}` },
};
