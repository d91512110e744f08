import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { text } from '#kernel/text/text.ts';

/** Languages of guides; offices may add some to those of the guide examination. */
export const languages = optionList({
  name: 'crew/language',
  label: text('导游语种', 'Guide languages'),
  initial: {
    mandarin: text('普通话', 'Mandarin'),
    cantonese: text('粤语', 'Cantonese'),
    english: text('英语', 'English'),
    japanese: text('日语', 'Japanese'),
    korean: text('韩语', 'Korean'),
    french: text('法语', 'French'),
    german: text('德语', 'German'),
    spanish: text('西班牙语', 'Spanish'),
    russian: text('俄语', 'Russian'),
    italian: text('意大利语', 'Italian'),
    portuguese: text('葡萄牙语', 'Portuguese'),
    arabic: text('阿拉伯语', 'Arabic'),
    thai: text('泰语', 'Thai'),
    vietnamese: text('越南语', 'Vietnamese'),
    burmese: text('缅甸语', 'Burmese'),
    lao: text('老挝语', 'Lao'),
    sign: text('手语', 'Sign language'),
  },
});

export const genders = { male: text('男', 'Male'), female: text('女', 'Female') } as const;

/** Grades of guides (导游等级划分与评定, GB/T 34313). */
export const guideLevels = {
  junior: text('初级', 'Junior'),
  intermediate: text('中级', 'Intermediate'),
  senior: text('高级', 'Senior'),
  special: text('特级', 'Special grade'),
} as const;

export const guideStars = {
  '1': text('一星', '1-star'),
  '2': text('二星', '2-star'),
  '3': text('三星', '3-star'),
  '4': text('四星', '4-star'),
  '5': text('五星', '5-star'),
} as const;

/** Driving licence classes (机动车驾驶证申领和使用规定, Annex 1): C1 cars up to nine seats, B1 up to nineteen, A1 any. */
export const licenceClasses = {
  A1: text('A1 大型客车', 'A1 Large bus'),
  A2: text('A2 重型牵引挂车', 'A2 Heavy tractor-trailer'),
  B1: text('B1 中型客车', 'B1 Medium bus'),
  C1: text('C1 小型汽车', 'C1 Car'),
} as const;

/** Vehicle sizes by number of persons including the driver (GA 802): up to 9, up to 19, from 20. */
export const vehicleTypes = {
  large: text('大型客车', 'Large coach'),
  medium: text('中型客车', 'Medium coach'),
  small: text('小型客车', 'Small coach'),
} as const;

/** Plate colours (GA 36). */
export const plateColors = {
  blue: text('蓝', 'Blue'),
  yellow: text('黄', 'Yellow'),
  green: text('渐变绿', 'Gradient green'),
  yellow_green: text('黄绿双拼', 'Yellow and green'),
  white: text('白', 'White'),
  black: text('黑', 'Black'),
} as const;
