import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Hourly roots over the evidence chains (domain reference §2.AB): written by the server, never changed. */
export const hourlyEvidenceRoot = resource({
  name: 'evidence/root',
  table: 'chain_root',
  label: text('时段根', 'Roots'),
  empty: text('还没有时段根：每小时生成一个', 'No roots yet: one is created every hour'),
  icon: 'safety-certificate',
  title: 'number',
  scope: 'all',
  actions: ['index', 'export'],
  recycle: false,
  comments: false,
  nodes: {
    verify: text('核验证据链', 'Verify the evidence chain'),
    extract: text('导出证据', 'Export evidence'),
    replaceKey: text('更换签名密钥', 'Replace the signing key'),
    receive: text('接收每日根邮件', 'Receive daily roots by e-mail'),
  },
  // open data: who holds a root can show later that a chain was changed
  published: {
    when: [['state', '=', 'signed']],
    fields: ['number', 'from_at', 'until_at', 'heads', 'kid', 'hash', 'tree'],
  },
  listed: ['number', 'from_at', 'until_at', 'heads', 'state', 'hash'],
  fields: {
    number: field.integer(text('序号', 'Number'), { write: 'server', key: true }),
    from_at: field.datetime(text('起', 'From'), { write: 'server' }),
    until_at: field.datetime(text('止', 'Until'), { write: 'server' }),
    heads: field.integer(text('封存的链', 'Chains sealed'), { write: 'server', quantity: true }),
    state: field.select(text('签名', 'Signature'), {
      write: 'server',
      options: {
        signed: { ...text('已签名', 'Signed'), tone: 'good' },
        unsigned: { ...text('未签名', 'Not signed'), tone: 'bad' },
      },
    }),
    kid: field.text(text('密钥编号', 'Key ID'), { write: 'server', list: 'offered' }),
    hash: field.text(text('根的哈希（SM3）', 'Hash of the root (SM3)'), { write: 'server', filter: false }),
    tree: field.text(text('默克尔树根', 'Merkle root'), { write: 'server', list: 'offered', filter: false }),
  },
});
export interface HourlyEvidenceRoot extends Row<typeof hourlyEvidenceRoot> {}
