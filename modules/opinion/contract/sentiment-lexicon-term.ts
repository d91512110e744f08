import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { lexiconTermKinds } from './opinion-source-item-and-lexicon-options.ts';

const server = { write: 'server' } as const;

/** A word by which the sentiment of posts is scored. Officers enter a weight, and their labels of posts correct it. */
export const sentimentLexiconTerm = resource({
  name: 'opinion/term',
  label: text('舆情词典', 'Lexicon'),
  icon: 'book',
  title: 'word',
  scope: 'all',
  order: ['id', 'asc'],
  remark: text(
    '人工标注信息后，相关词的权重随标注修正：录入权重相当于十条标注。',
    'Weights follow the labels that people give to posts; the entered weight counts as ten labels.',
  ),
  fields: {
    word: field.text(text('词', 'Word'), { required: true, min: 2, max: 30, search: true, unique: true }),
    kind: field.select(text('类别', 'Type'), { required: true, options: lexiconTermKinds, initial: 'sentiment' }),
    weight: field.float(text('权重', 'Weight'), {
      required: true,
      min: -1,
      max: 3,
      initial: 0,
      hint: text(
        '情感词 −1（负面）至 1（正面）；程度词为倍数；否定词、主题词填 0',
        'Sentiment: −1 (negative) to 1 (positive); degree: the factor; 0 for negations and subjects',
      ),
    }),
    learnt: field.float(text('修正后权重', 'Learnt weight'), server),
    labelled: field.integer(text('标注数', 'Labels'), { ...server, quantity: true }),
    open: field.switch(text('启用', 'Active'), { initial: '1' }),
  },
});
export interface SentimentLexiconTerm extends Row<typeof sentimentLexiconTerm> {}
