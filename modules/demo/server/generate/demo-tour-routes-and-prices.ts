import type { PlannedStop } from '#modules/travel/contract/product/find-tour-plan-faults.ts';

/** A place to visit, with arrival and duration. */
type Visit = readonly [name: string, arrive: string, stay: number, type?: PlannedStop['poi_type'], fee?: string];

/** A day of a route; several routes may share it. */
export interface DemoTourRouteDay {
  readonly title: string;
  /** County or prefecture it goes to. */
  readonly area: string;
  readonly visits: readonly Visit[];
}

const day = (area: string, title: string, ...visits: readonly Visit[]): DemoTourRouteDay => ({ area, title, visits });

const days = {
  stone: day(
    '530126',
    '昆明—石林',
    ['石林风景区', '09:30', 210],
    ['彝家长桌宴', '13:20', 70, 'meal'],
    ['七彩云南古滇名城', '16:00', 90],
  ),
  dianchi: day('530102', '滇池西山', ['西山龙门', '09:00', 180], ['大观楼', '13:30', 90], ['海埂大坝', '15:30', 90]),
  museum: day(
    '530102',
    '春城人文',
    ['云南省博物馆', '09:30', 150],
    ['翠湖公园', '13:30', 90],
    ['云南陆军讲武堂', '15:20', 90],
  ),
  jiuxiang: day(
    '530125',
    '昆明—九乡',
    ['九乡溶洞', '10:00', 180],
    ['宜良烤鸭午餐', '13:20', 60, 'meal'],
    ['阳宗海', '15:00', 120],
  ),
  dali: day(
    '532901',
    '昆明—大理',
    ['昆明至大理', '08:00', 240, 'transfer'],
    ['大理古城', '14:00', 150],
    ['洱海生态廊道', '17:00', 90],
  ),
  cangshan: day(
    '532901',
    '苍山洱海',
    ['苍山洗马潭索道', '09:00', 240],
    ['喜洲古镇', '14:30', 120],
    ['双廊日落', '17:30', 90],
  ),
  weishan: day('532927', '大理—巍山', ['巍山古城', '10:00', 150], ['巍宝山', '14:00', 150]),
  lijiang: day(
    '530702',
    '大理—丽江',
    ['束河古镇', '10:30', 120],
    ['丽江古城', '15:30', 180],
    ['纳西古乐', '20:00', 60, 'scenic', '180.00'],
  ),
  snow: day(
    '530721',
    '玉龙雪山',
    ['玉龙雪山冰川公园', '08:00', 300],
    ['蓝月谷', '13:30', 90],
    ['印象丽江', '15:30', 70, 'scenic', '280.00'],
  ),
  lugu: day(
    '530724',
    '丽江—泸沽湖',
    ['丽江至泸沽湖', '08:00', 240, 'transfer'],
    ['里务比岛', '14:00', 120],
    ['摩梭篝火晚会', '20:00', 60, 'scenic', '60.00'],
  ),
  tiger: day('533401', '丽江—香格里拉', ['虎跳峡', '10:00', 120], ['独克宗古城', '16:00', 150]),
  pudacuo: day('533401', '普达措', ['普达措国家公园', '09:00', 270], ['松赞林寺', '15:00', 120]),
  meili: day('533422', '香格里拉—德钦', ['白马雪山垭口', '11:00', 40], ['飞来寺观景台', '16:30', 120]),
  banna: day(
    '532801',
    '昆明—西双版纳',
    ['昆明至西双版纳动车', '08:30', 210, 'transfer'],
    ['中科院西双版纳热带植物园', '14:30', 180],
    ['告庄星光夜市', '19:00', 120, 'free'],
  ),
  savage: day(
    '532801',
    '野象谷',
    ['野象谷', '09:30', 210],
    ['西双版纳傣族园', '15:00', 150],
    ['澜沧江·湄公河之夜', '20:00', 100, 'scenic', '300.00'],
  ),
  tengchong: day('530581', '保山—腾冲', ['和顺古镇', '10:00', 150], ['热海景区', '14:30', 150]),
  wetland: day(
    '530581',
    '腾冲北海',
    ['北海湿地', '09:00', 120],
    ['国殇墓园', '14:00', 120],
    ['腾冲翡翠城', '16:30', 60, 'shop'],
  ),
  puzhehei: day(
    '532626',
    '昆明—普者黑',
    ['昆明至普者黑动车', '08:00', 90, 'transfer'],
    ['普者黑划船', '11:00', 150],
    ['青龙山日落', '17:00', 90],
  ),
  yuanyang: day(
    '532528',
    '元阳梯田',
    ['箐口民俗村', '10:00', 120],
    ['多依树日出观景台', '14:00', 90],
    ['老虎嘴梯田', '16:30', 120],
  ),
  jianshui: day(
    '532524',
    '建水古城',
    ['建水文庙', '09:30', 100],
    ['朱家花园', '11:30', 80],
    ['米轨小火车至团山', '14:30', 180],
  ),
  flower: day('530102', '返程', ['斗南花市', '10:00', 90, 'shop'], ['送团', '14:00', 60, 'transfer']),
  home: day('530102', '返程', ['自由活动', '09:00', 150, 'free'], ['送团', '13:00', 60, 'transfer']),
  red: day('530129', '重走长征路', ['寻甸柯渡红军长征纪念馆', '10:00', 120], ['六甲战斗纪念地', '14:00', 120]),
  zhaxi: day('530629', '扎西会议', ['扎西会议会址', '09:30', 150], ['扎西干部学院', '14:00', 120]),
  dinosaur: day('532331', '禄丰恐龙谷', ['世界恐龙谷', '09:30', 240], ['化石修复体验', '14:30', 120]),
  springs: day('530181', '安宁温泉', ['金方森林温泉', '10:30', 180], ['曹溪寺', '15:30', 90]),
  vientiane: day(
    '532801',
    '中老铁路 昆明—万象',
    ['昆明至万象国际列车', '08:08', 600, 'transfer'],
    ['万象夜市', '20:00', 90, 'free'],
  ),
  laos: day('532801', '万象', ['凯旋门', '09:00', 60], ['塔銮寺', '10:30', 90], ['香昆寺佛像公园', '14:30', 120]),
} as const;

export interface DemoTourRoute {
  readonly title: string;
  readonly category: string;
  readonly transport: string;
  /** Yuan per person and day, as an honest agency charges. */
  readonly daily: number;
  readonly days: readonly DemoTourRouteDay[];
  readonly abroad?: string;
}

const route = (
  title: string,
  category: string,
  daily: number,
  names: readonly (keyof typeof days)[],
  more: Partial<DemoTourRoute> = {},
): DemoTourRoute => ({ title, category, daily, transport: 'coach', days: names.map((name) => days[name]), ...more });

/** Routes sold by agencies of Yunnan. */
export const demoTourRoutes: readonly DemoTourRoute[] = [
  route('石林古滇一日游', 'one_day', 320, ['stone']),
  route('昆明西山滇池一日游', 'one_day', 260, ['dianchi']),
  route('春城人文漫步一日游', 'one_day', 220, ['museum']),
  route('九乡溶洞阳宗海一日游', 'nearby', 340, ['jiuxiang']),
  route('安宁温泉康养一日游', 'wellness', 380, ['springs']),
  route('石林九乡二日游', 'nearby', 400, ['stone', 'jiuxiang']),
  route('昆明大理二日游', 'province', 460, ['dali', 'home']),
  route('昆明大理丽江四日游', 'province', 480, ['dali', 'cangshan', 'lijiang', 'home']),
  route('大理丽江香格里拉六日游', 'province', 520, ['dali', 'cangshan', 'lijiang', 'snow', 'tiger', 'home']),
  route('丽江泸沽湖三日游', 'province', 500, ['lijiang', 'lugu', 'home']),
  route('香格里拉梅里雪山五日游', 'province', 620, ['lijiang', 'tiger', 'pudacuo', 'meili', 'home']),
  route('西双版纳热带雨林四日游', 'province', 540, ['banna', 'savage', 'flower', 'home'], { transport: 'train' }),
  route('腾冲火山热海三日游', 'province', 560, ['tengchong', 'wetland', 'home'], { transport: 'flight' }),
  route('普者黑山水二日游', 'province', 430, ['puzhehei', 'home'], { transport: 'train' }),
  route('元阳梯田建水古城三日游', 'province', 470, ['jianshui', 'yuanyang', 'home']),
  route('巍山古城慢生活三日游', 'custom', 680, ['dali', 'weishan', 'home']),
  route('寻甸红色研学二日', 'red', 300, ['red', 'home']),
  route('扎西红色教育三日', 'red', 380, ['red', 'zhaxi', 'home']),
  route('世界恐龙谷研学二日营', 'study', 420, ['dinosaur', 'museum']),
  route('云南民族文化研学五日', 'study', 460, ['museum', 'stone', 'dali', 'cangshan', 'home']),
  route(
    '云南全景八日游（跨省专列）',
    'domestic',
    510,
    ['stone', 'dali', 'cangshan', 'lijiang', 'snow', 'banna', 'savage', 'flower'],
    {
      transport: 'train',
    },
  ),
  route('彩云之南入境七日', 'inbound', 900, ['museum', 'stone', 'dali', 'cangshan', 'lijiang', 'snow', 'home'], {
    transport: 'mixed',
  }),
  route('中老铁路昆明万象四日游', 'outbound', 780, ['vientiane', 'laos', 'laos', 'home'], {
    transport: 'train',
    abroad: '老挝 万象',
  }),
];

/** Guidance prices of the fictitious bureau, in yuan per person and day. */
export const demoGuidancePrices: readonly (readonly [
  title: string,
  kind: string | null,
  area: string | null,
  days: number | null,
  price: number,
])[] = [
  ['云南省诚信旅游指导价（通用）', null, null, null, 380],
  ['昆明一日游指导价', 'one_day', null, null, 240],
  ['昆明周边游指导价', 'nearby', null, null, 330],
  ['省内游指导价', 'province', null, null, 440],
  ['大理州省内游指导价', 'province', '532900', null, 450],
  ['丽江市省内游指导价', 'province', '530700', null, 470],
  ['迪庆州省内游指导价', 'province', '533400', null, 560],
  ['西双版纳州省内游指导价', 'province', '532800', null, 500],
  ['研学旅行指导价', 'study', null, null, 400],
  ['红色旅游指导价', 'red', null, null, 280],
  ['入境游指导价', 'inbound', null, null, 820],
  ['老挝出境游指导价', 'outbound', null, null, 700],
];
