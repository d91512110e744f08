import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { addDays, daysBetween } from '#kernel/time/shanghai-time.ts';
import { type Random, type Weighted, weigh } from '#modules/demo/server/generate/seeded-random.ts';

/** A generated person. Any resemblance is coincidence: serial and birthday are random, and no number is looked up. */
export interface Person {
  readonly name: string;
  readonly gender: 'male' | 'female';
  readonly id_no: string;
  /** YYYY-MM-DD */
  readonly birthday: string;
  readonly mobile: string;
}

/** The most frequent surnames with their share of the population in thousandths (公安部 name report, rounded). */
const SURNAMES = weigh(
  (
    '王72 李72 张68 刘54 陈45 杨31 黄27 赵25 吴25 周24 徐19 孙19 马17 朱17 胡15 郭15 何14 高14 林14 罗13 郑12 梁11 谢10 宋9 ' +
    '唐9 许8 韩8 邓8 冯8 曹8 彭7 曾7 肖7 田7 董7 潘6 袁6 蔡6 蒋6 余6 于6 杜6 叶6 程5 魏5 苏5 吕5 丁5 任5 卢5 姚5 沈5 钟5 姜5 ' +
    '崔5 谭5 陆4 范4 汪4 廖4 石4 金4 韦4 贾4 夏4 付4 方4 邹4 熊4 白4 孟4 秦4 邱4 侯4 江4 尹4 薛4 段3 雷3 龙3 史3 陶3 黎3 贺3 ' +
    '顾3 毛3 郝3 龚3 邵3 万3 覃3 武3 钱3 戴3 严3 莫3 孔3 向3 常3 和2 普2 刀2 岩1 欧阳1 上官1 司马1'
  )
    .split(' ')
    .map((entry) => [entry.replace(/\d+/, ''), Number(/\d+/.exec(entry))] as const),
);

const MALE = [
  ...'伟强磊军勇杰涛超明刚平辉鹏华飞波斌宇浩凯俊健建国志文林峰成龙海山岩松柏东南云川江洪清永庆兴福贵荣富昌盛德义忠信诚安宁康泰宏博彬翔',
];
const FEMALE = [
  ...'芳娜敏静丽艳娟霞玲燕红梅兰英华萍秀珍凤琴云莲洁雪琳晶莹倩婷颖佳慧巧美玉香月春秋菊蓉蕾薇菲彤瑶怡雅欣悦雯萱琪璐茜丹青',
];

/** First three digits of mobile numbers, older ranges more often. */
const MOBILE_PREFIXES = weigh(
  (
    '138:8 139:8 137:7 136:7 135:7 159:5 158:5 150:4 151:4 152:4 157:2 182:3 183:3 187:4 188:4 130:3 131:3 132:3 155:3 156:3 ' +
    '185:3 186:3 133:3 153:3 180:3 181:3 189:4 177:3 173:2 199:2 198:2 191:1 166:1 175:1 176:2 178:2'
  )
    .split(' ')
    .map((entry) => entry.split(':'))
    .map(([prefix = '', weight]) => [prefix, Number(weight)] as const),
);

export function generatePersonName(random: Random, gender: Person['gender']): string {
  const surname = random.weighted(SURNAMES);
  const given = gender === 'male' ? MALE : FEMALE;
  const first = random.pick(given);
  return surname + first + (random.chance(0.72) ? random.pick(given) : '');
}

export function generateMobile(random: Random): string {
  return random.weighted(MOBILE_PREFIXES) + random.digits(8);
}

export interface PersonOptions {
  /** County codes of the possible origins. */
  readonly origins: Weighted<string>;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly minAge: number;
  readonly maxAge: number;
}

/** A person with a valid identity number, aged between two limits. */
export function generatePerson(random: Random, { origins, today, minAge, maxAge }: PersonOptions): Person {
  const latest = yearsBefore(today, minAge);
  const earliest = addDays(yearsBefore(today, maxAge + 1), 1);
  const birthday = addDays(earliest, random.int(0, daysBetween(earliest, latest)));
  const gender = random.chance(0.55) ? 'male' : 'female';
  const serial = random.int(1, 499) * 2 + (gender === 'male' ? 1 : 0);
  const body = random.weighted(origins) + birthday.replaceAll('-', '') + String(serial).padStart(3, '0');
  return {
    name: generatePersonName(random, gender),
    gender,
    id_no: body + (idNumberCheckDigit(body) ?? ''),
    birthday,
    mobile: generateMobile(random),
  };
}

/** The same day a number of years earlier; 28 February for 29 February. */
function yearsBefore(date: string, years: number): string {
  const moved = `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}${date.slice(4)}`;
  return date.endsWith('02-29') ? moved.replace('02-29', '02-28') : moved;
}
