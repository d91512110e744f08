import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { type Text, text } from '#kernel/text/text.ts';

export const layeredMapTexts = {
  layers: text('图层', 'Layers'),
  filledBy: text('着色', 'Fill'),
  filledByLong: text('辖区按哪一图层的数量着色', 'Layer whose numbers fill the areas'),
  classes: text('各辖区数量', 'Number by area'),
  unplaced: text('另有 {n} 条没有坐标', '{n} more without coordinates'),
  clustered: text('多于 {n} 条，按网格合计', 'More than {n}: counted by grid'),
} as const;

/** The tones in the order of the legend. */
export const tones = ['good', 'progress', 'warning', 'bad', 'neutral', 'muted'] as const satisfies readonly Tone[];

/** What the shape of a tone says in every layer. */
export const toneTexts: Readonly<Record<Tone, Text>> = {
  good: text('正常', 'In order'),
  progress: text('办理中', 'In progress'),
  warning: text('需关注', 'To watch'),
  bad: text('紧急或超期', 'Urgent or late'),
  neutral: text('一般', 'Ordinary'),
  muted: text('终止或无数据', 'Ended or no data'),
};
