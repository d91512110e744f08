import type { County } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import type { EnterpriseGenerationParameters } from '#modules/demo/server/generate/enterprise-generation-parameters.ts';
import { type Random, weigh } from '#modules/demo/server/generate/seeded-random.ts';

export interface NameParts {
  /** As on the licence. */
  readonly name: string;
  readonly short_name: string;
  readonly soleTrader: boolean;
}

const FIRST = [
  ...'云金彩华祥瑞鑫盛德和安康泰兴永恒远宏博雅清明阳春秋星月海天龙凤鹏腾嘉佳美乐悦馨怡福禄寿喜聚汇融通达顺昌隆东南西北中和大新古印青翠绿碧',
];
const SECOND = [
  ...'途程旅游行景源泉溪湖海山岭峰岳林森园苑轩阁楼居庭院堂斋馆舍城邦域境界韵情缘梦想心意逸闲适风光辉煌耀晖晨霞虹霓雪雨露泽润涛',
];
const NATURE_FIRST =
  '青龙 白云 翠湖 凤凰 仙女 碧水 石林 黑龙 月亮 杜鹃 雪山 温泉 茶马 古渡 梅子 九龙 金沙 野象 孔雀 百花 莲花 天池 马缨 普者 七彩 红土 玉龙 观音 狮子 燕子'.split(
    ' ',
  );
const NATURE_SECOND =
  '谷 峡 山 湖 潭 瀑布 溶洞 古镇 草甸 森林公园 湿地 峰林 花海 温泉 水乡 茶园 峡谷 梯田 古道 湾'.split(' ');
const STREETS =
  '人民路 建设路 文化路 解放路 新华街 青年路 环城东路 环城西路 环城南路 环城北路 滨河路 东风路 西大街 北京路 南京街 学府路 迎宾大道 站前路 团结街 和平路 兴隆街 龙泉路 金马路 碧鸡路 翠湖路 民族路 古城南街 福兴路 春城路 公园路'.split(
    ' ',
  );
const BUILDINGS = weigh([
  ['', 46],
  ['附{n}号', 18],
  ['{floor}层', 12],
  ['{n}幢', 10],
  ['商铺{n}号', 14],
] as const);

/** A trade name of two or three characters: 云途, 鑫和园. */
function generateBrand(random: Random): string {
  const middle = random.chance(0.3) ? random.pick(FIRST) : '';
  return random.pick(FIRST) + middle + random.pick(SECOND);
}

function pickStreet(random: Random): string {
  return random.pick(STREETS);
}

/** 云南省昆明市五华区人民路128号附3号 */
export function generateAddress(random: Random, county: County): string {
  const part = random
    .weighted(BUILDINGS)
    .replace('{n}', String(random.int(1, 28)))
    .replace('{floor}', String(random.int(2, 6)));
  return `${county.fullName}${pickStreet(random)}${random.int(1, 899)}号${part}`;
}

/** A name in the pattern of the type, and its short form without place and legal form. */
export function generateName(
  random: Random,
  profile: EnterpriseGenerationParameters,
  county: County,
  parent?: string,
): NameParts {
  const soleTrader = profile.soleNames.length > 0 && random.chance(profile.soleTrader);
  const pattern = random.pick(soleTrader ? profile.soleNames : profile.companyNames);
  const brand = generateBrand(random);
  const nature = random.pick(NATURE_FIRST) + random.pick(NATURE_SECOND);
  // A sole trader has the full name of its place, a company the short one.
  const place = soleTrader ? county.name : county.shortName;
  const values: Readonly<Record<string, string>> = {
    province: county.provinceName,
    city: county.cityName,
    county: place,
    place: random.chance(0.5) ? county.cityName : county.shortName,
    street: pickStreet(random),
    parent: parent ?? '',
    brand,
    nature,
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const bare = pattern.replace(/^\{(?:province|city|county)\}/, '').replace(/(?:有限公司|有限责任公司)$/, '');
  const short = pattern.startsWith('{parent}') ? fill(pattern).replace(/有限责任公司|有限公司/, '') : fill(bare);
  return { name: fill(pattern), short_name: short.slice(0, 40), soleTrader };
}
