import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';

/** What is wrong with a banned word. */
export const bannedWordKinds = optionList({
  name: 'library/banned_word_kind',
  label: text('禁用词类别', 'Types of banned words'),
  initial: {
    absolute: text('绝对化用语', 'Absolute claim'),
    false_scarcity: text('虚假紧缺', 'False scarcity'),
    low_price: text('不合理低价', 'Unreasonably low price'),
    illegal_service: text('违法服务', 'Illegal service'),
    discrimination: text('歧视性用语', 'Discrimination'),
    state_symbol: text('国家机关与象征', 'State bodies and symbols'),
    superstition: text('迷信低俗', 'Superstition and vulgarity'),
    other: text('其他', 'Other'),
  },
});

export const bannedWordSeverities = {
  refuse: { ...text('不得使用', 'Refused'), tone: 'bad' },
  warn: { ...text('提示核对', 'To be checked'), tone: 'warning' },
} as const;

/**
 * An expression that texts for the public must not contain (domain reference §2.H). Fields with `screened: true` are
 * refused while they contain one that is published and in force.
 */
export const bannedWord = versionedResource({
  name: 'library/bannedWord',
  label: text('禁用词', 'Banned words'),
  icon: 'warning',
  title: 'word',
  scope: 'all',
  versionsOf: 'code',
  remark: text(
    '发布后即用于产品标题和说明等文字：含有“不得使用”的词不能保存，“提示核对”的词记入处理记录。全角半角、大小写、空格和间隔号不影响识别。',
    'Once published, they apply to product titles, descriptions and similar texts: a text with a refused word cannot be saved, and a word to be checked is noted in the timeline. Character width, case, spaces and separators make no difference.',
  ),
  measures: { screening_list: { label: text('禁用词', 'Banned words'), by: ['kind', 'severity', 'status'] } },
  fields: {
    code: field.identifier(text('编号', 'Number'), { number: 'JY{seq:4}', unique: ['revision'], search: true }),
    word: field.text(text('禁用词', 'Word'), { required: true, max: 40, search: true }),
    variants: field.text(text('其他写法', 'Other spellings'), {
      max: 200,
      list: 'offered',
      hint: text('以顿号分开，如繁体、谐音、拼音', 'Separated by commas: traditional characters, homophones, pinyin'),
    }),
    exceptions: field.text(text('除外用语', 'Exceptions'), {
      max: 400,
      list: 'offered',
      hint: text(
        '含有该词但可以使用的词语，以顿号分开，如“第一”的“第一天、第一次”',
        'Harmless phrases that contain it, separated by commas',
      ),
    }),
    kind: field.select(text('类别', 'Type'), { required: true, optionList: bannedWordKinds }),
    severity: field.radio(text('处理', 'Treatment'), {
      required: true,
      options: bannedWordSeverities,
      initial: 'refuse',
    }),
    replacement: field.text(text('可改为', 'Use instead'), { max: 60 }),
    basis: field.text(text('依据', 'Basis'), {
      max: 100,
      hint: text('如“广告法第九条”', 'Article of the law that bans it'),
    }),
  },
});
export interface BannedWordRow extends Row<typeof bannedWord> {}
