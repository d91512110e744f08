import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

const section = 'draw';

/** A field of what the protocol proves: the server writes it. */
export const drawProofFieldOptions = { write: 'server', list: 'offered', section: 'proof' } as const;

/** Sections of the form of a draw, of whatever is drawn. */
export const drawSections = {
  draw: text('抽取', 'Draw'),
  proof: text('承诺与结果', 'Commitment and result'),
} as const;

/** What is agreed before any draw: when it is made, and on which public number it depends. */
export const drawAgreementFields = {
  draw_at: field.datetime(text('抽取时间', 'Time of the draw'), {
    required: true,
    section,
    hint: text('公布承诺至少十分钟之后', 'At least ten minutes after the commitment is published'),
  }),
  beacon_source: field.text(text('公开随机数来源', 'Source of a public random number'), {
    max: 200,
    list: 'offered',
    section,
    hint: text(
      '事先无人知道的公开号码，如某日某期彩票开奖号；不填为只用见证人的种子',
      'A public number nobody knows before, such as that of a coming lottery; witnesses only if left empty',
    ),
  }),
} as const;

/** What the steps of the protocol leave, in their order (`docs/formats/draw.md`). */
export const drawProtocolFields = {
  server_seed_hash: field.text(text('平台种子的哈希', 'Hash of the platform’s seed'), drawProofFieldOptions),
  frozen_at: field.datetime(text('冻结时间', 'Frozen at'), drawProofFieldOptions),
  committed_at: field.datetime(text('公布承诺时间', 'Committed at'), drawProofFieldOptions),
  beacon: field.text(text('公开随机数', 'Public random number'), drawProofFieldOptions),
  drawn_at: field.datetime(text('开封时间', 'Drawn at'), drawProofFieldOptions),
  drawn_by: field.reference(text('操作人', 'Operator'), {
    to: 'auth/admin',
    reach: 'all',
    related: false,
    ...drawProofFieldOptions,
  }),
  result_hash: field.text(text('结果的哈希', 'Hash of the result'), drawProofFieldOptions),
  published_at: field.datetime(text('公布记录时间', 'Published at'), drawProofFieldOptions),
  voided_at: field.datetime(text('作废时间', 'Voided at'), drawProofFieldOptions),
  void_reason: field.textarea(text('作废理由', 'Reason for voiding'), drawProofFieldOptions),
} as const;
