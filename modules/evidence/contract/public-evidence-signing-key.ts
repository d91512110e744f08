import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Keys that sign roots: the public halves. The newest signs. */
export const evidenceKey = resource({
  name: 'evidence/key',
  table: 'chain_key',
  label: text('签名密钥', 'Signing keys'),
  icon: 'key',
  title: 'kid',
  scope: 'all',
  actions: ['index'],
  recycle: false,
  comments: false,
  listed: ['number', 'kid', 'createtime', 'reason', 'username'],
  fields: {
    number: field.integer(text('序号', 'Number'), { write: 'server', key: true }),
    kid: field.text(text('编号', 'ID'), { write: 'server' }),
    ed25519: field.text(text('Ed25519 公钥', 'Ed25519 public key'), {
      write: 'server',
      list: 'offered',
      filter: false,
    }),
    sm2: field.text(text('SM2 公钥', 'SM2 public key'), { write: 'server', list: 'offered', filter: false }),
    predecessor: field.text(text('所替换的密钥', 'Replaces'), { write: 'server', list: 'offered', filter: false }),
    reason: field.text(text('更换理由', 'Reason for replacing'), { write: 'server' }),
    username: field.text(text('更换人', 'Changed by'), { write: 'server' }),
  },
});
export interface EvidenceKeyRow extends Row<typeof evidenceKey> {}
