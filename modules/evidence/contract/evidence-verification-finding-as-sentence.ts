import type { EvidenceFinding } from '#kernel/evidence-chain/verify-evidence-export.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';

const why: Readonly<Record<Extract<EvidenceFinding, { kind: 'entry' }>['why'], Text>> = {
  missing: text('缺少该条', 'it is missing'),
  payload: text('内容被改动', 'its content was changed'),
  entry: text('记录被改动', 'it was changed'),
  link: text('与前一条不衔接', 'it does not follow the one before'),
  head: text('与已封存的根不符', 'it does not match the sealed root'),
};

const texts = {
  format: text('不是本格式的证据导出文件', 'Not an evidence export in this format'),
  entry: text('证据链 {stream} 第 {seq} 条起不可信：{why}', 'Chain {stream} cannot be trusted from entry {seq}: {why}'),
  missingAtEnd: text(
    '证据链 {stream} 末尾缺少第 {from}–{to} 条',
    'The end of chain {stream} is missing: entries {from}–{to}',
  ),
  noEntries: text(
    '文件中没有 {stream} 的证据记录，无可核验',
    'The file has no entries of {stream}, so that nothing can be verified',
  ),
  missingFile: text(
    '缺少文件（{stream} 第 {seq} 条）：{sha256}',
    'A file is missing (entry {seq} of {stream}): {sha256}',
  ),
  changedFile: text(
    '文件被改动（{stream} 第 {seq} 条）：{sha256}',
    'A file was changed (entry {seq} of {stream}): {sha256}',
  ),
  root: text('时段根 {root} 有误', 'Root {root} is invalid'),
  rootMissing: text('缺少时段根 {root}', 'Root {root} is missing'),
  day: text('{day} 的每日根有误', 'The daily root of {day} is invalid'),
  signature: text('{of} 的 {algorithm} 签名无效', 'The {algorithm} signature of {of} is not valid'),
  unknownKey: text('签名密钥 {key} 不是本平台公布的密钥', 'Key {key} is not published by the platform'),
  key: text(
    '密钥 {key} 的公钥与编号不符，或未经前一密钥认可',
    'Key {key} does not match its ID, or was not endorsed by the previous key',
  ),
};

/** A finding as a sentence, for pages and for the verifier that is downloaded. */
export function evidenceVerificationFindingAsSentence(finding: EvidenceFinding, locale: Locale): string {
  const translate = (sentence: Text, values?: Readonly<Record<string, unknown>>) => textIn(sentence, locale, values);
  switch (finding.kind) {
    case 'entry':
      return translate(texts.entry, { ...finding, why: translate(why[finding.why]) });
    case 'missing_at_end':
      return translate(texts.missingAtEnd, { ...finding });
    case 'no_entries':
      return translate(texts.noEntries, { stream: finding.stream });
    case 'missing_file':
      return translate(texts.missingFile, { ...finding });
    case 'changed_file':
      return translate(texts.changedFile, { ...finding });
    case 'root':
      return translate(finding.why === 'missing' ? texts.rootMissing : texts.root, { root: finding.root });
    case 'day':
      return translate(texts.day, { day: finding.day });
    case 'signature':
      return translate(texts.signature, { of: finding.of, algorithm: finding.algorithm === 'sm2' ? 'SM2' : 'Ed25519' });
    case 'unknown_key':
      return translate(texts.unknownKey, { key: finding.key });
    case 'key':
      return translate(texts.key, { key: finding.key });
    default:
      return translate(texts.format);
  }
}
