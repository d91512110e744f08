import type { EnterpriseType, grades, licenceKinds } from '#modules/enterprise/contract/dictionary.ts';

export type Grade = keyof typeof grades;
export type LicenceKind = keyof typeof licenceKinds;
export type StaffJob = 'guide' | 'operator' | 'safety' | 'driver' | 'head';

/** What makes one type of enterprise look different from another. */
export interface EnterpriseProfile {
  /** Share of all enterprises, in thousandths. */
  readonly share: number;
  /** Probability of being a sole trader (个体工商户) instead of a company. */
  readonly soleTrader: number;
  /** Registered capital in units of ¥10,000, from and to; drawn on a logarithmic scale. */
  readonly capital: readonly [number, number];
  readonly employees: readonly [number, number];
  /**
   * Names of companies and of sole traders. {city} prefecture, {county} county, {place} either, {brand} 字号, {nature} a
   * sight, {parent} the agency a branch belongs to, {street}.
   */
  readonly companyNames: readonly string[];
  readonly soleNames: readonly string[];
  readonly scope: string;
  readonly grades?: readonly (readonly [Grade, number])[];
  /** Licences and the probability to hold each. */
  readonly licences: readonly (readonly [LicenceKind, number])[];
  /** Kinds of staff and how many on record. */
  readonly staff: readonly (readonly [StaffJob, number, number])[];
}

const HEAD = [['head', 1, 1]] as const;
const SAFE = [
  ['head', 1, 1],
  ['safety', 0, 2],
] as const;

const hotelGrades = [
  ['star5', 4],
  ['star4', 18],
  ['star3', 44],
  ['star2', 24],
  ['star1', 2],
  ['none', 8],
] as const;

export const enterpriseProfiles: Readonly<Record<EnterpriseType, EnterpriseProfile>> = {
  agency: {
    share: 70,
    soleTrader: 0,
    capital: [30, 2000],
    employees: [4, 80],
    companyNames: [
      '{city}{brand}旅行社有限公司',
      '{city}{brand}国际旅行社有限公司',
      '{province}{brand}旅行社有限责任公司',
      '{county}{brand}旅游有限公司',
      '{province}{brand}国际旅行社有限公司',
    ],
    soleNames: [],
    scope: '国内旅游业务、入境旅游业务；旅游信息咨询；票务代理服务；会议及展览服务。',
    licences: [['agency', 1]],
    staff: [
      ['head', 1, 1],
      ['guide', 1, 6],
      ['operator', 1, 3],
      ['safety', 0, 1],
    ],
  },
  agency_branch: {
    share: 22,
    soleTrader: 0,
    capital: [0, 0],
    employees: [2, 20],
    companyNames: ['{parent}{place}分公司', '{parent}{place}分社'],
    soleNames: [],
    scope: '在设立社的经营范围内招徕、组织、接待旅游者，提供旅游咨询服务。',
    licences: [['agency', 1]],
    staff: [
      ['head', 1, 1],
      ['guide', 0, 3],
      ['operator', 1, 1],
    ],
  },
  agency_outlet: {
    share: 58,
    soleTrader: 0,
    capital: [0, 0],
    employees: [1, 6],
    companyNames: ['{parent}{street}服务网点', '{parent}{place}{street}门市部'],
    soleNames: [],
    scope: '在设立社的经营范围内招徕旅游者，提供旅游咨询服务。',
    licences: [],
    staff: HEAD,
  },
  ota: {
    share: 4,
    soleTrader: 0,
    capital: [100, 5000],
    employees: [10, 300],
    companyNames: ['{city}{brand}网络科技有限公司', '{province}{brand}在线旅游服务有限公司'],
    soleNames: [],
    scope: '在线旅游经营服务；第二类增值电信业务；旅游信息咨询；软件开发。',
    licences: [
      ['agency', 0.8],
      ['net_culture', 0.3],
    ],
    staff: [
      ['head', 1, 1],
      ['operator', 1, 3],
    ],
  },
  scenic: {
    share: 24,
    soleTrader: 0,
    capital: [200, 50_000],
    employees: [15, 600],
    companyNames: [
      '{county}{nature}旅游开发有限公司',
      '{county}{nature}景区管理有限公司',
      '{city}{nature}风景区旅游发展有限责任公司',
      '{county}{nature}文化旅游有限公司',
    ],
    soleNames: [],
    scope: '景区管理服务；游览服务；停车场服务；旅游纪念品销售；餐饮服务。',
    grades: [
      ['5a', 3],
      ['4a', 30],
      ['3a', 47],
      ['2a', 18],
      ['1a', 2],
    ],
    licences: [
      ['food', 0.5],
      ['fire', 0.6],
      ['performance', 0.1],
    ],
    staff: [
      ['head', 1, 1],
      ['safety', 1, 4],
      ['guide', 0, 3],
    ],
  },
  hotel: {
    share: 72,
    soleTrader: 0.1,
    capital: [50, 20_000],
    employees: [12, 400],
    companyNames: [
      '{county}{brand}大酒店有限公司',
      '{city}{brand}酒店管理有限公司',
      '{county}{brand}宾馆有限责任公司',
      '{city}{brand}国际酒店有限公司',
    ],
    soleNames: ['{county}{brand}宾馆', '{county}{brand}商务酒店'],
    scope: '住宿服务；餐饮服务；会议服务；停车场服务；洗衣服务。',
    grades: hotelGrades,
    licences: [
      ['special_trade', 1],
      ['hygiene', 1],
      ['fire', 0.9],
      ['food', 0.8],
    ],
    staff: SAFE,
  },
  homestay: {
    share: 165,
    soleTrader: 0.78,
    capital: [5, 500],
    employees: [1, 18],
    companyNames: ['{county}{brand}民宿管理有限公司', '{county}{nature}旅居文化有限公司'],
    soleNames: ['{county}{brand}客栈', '{county}{brand}民宿', '{county}{nature}小院民宿', '{county}{nature}观景客栈'],
    scope: '旅游民宿经营；住宿服务；餐饮服务。',
    grades: [
      ['homestay_a', 2],
      ['homestay_b', 8],
      ['homestay_c', 16],
      ['none', 74],
    ],
    licences: [
      ['special_trade', 0.85],
      ['hygiene', 0.9],
      ['fire', 0.4],
    ],
    staff: HEAD,
  },
  coach: {
    share: 20,
    soleTrader: 0,
    capital: [100, 8000],
    employees: [10, 260],
    companyNames: [
      '{city}{brand}旅游汽车有限公司',
      '{city}{brand}旅游客运有限公司',
      '{county}{brand}汽车运输有限责任公司',
    ],
    soleNames: [],
    scope: '县内、县际、市际、省际包车客运；旅游客运；汽车租赁。',
    licences: [['transport', 1]],
    staff: [
      ['head', 1, 1],
      ['driver', 2, 8],
      ['safety', 1, 2],
    ],
  },
  car_rental: {
    share: 26,
    soleTrader: 0.25,
    capital: [20, 2000],
    employees: [2, 60],
    companyNames: ['{city}{brand}汽车租赁有限公司', '{county}{brand}汽车服务有限公司'],
    soleNames: ['{county}{brand}租车行'],
    scope: '小微型客车租赁经营服务；汽车租赁；代驾服务。',
    licences: [['transport', 0.6]],
    staff: [
      ['head', 1, 1],
      ['driver', 0, 2],
    ],
  },
  shop: {
    share: 102,
    soleTrader: 0.6,
    capital: [10, 3000],
    employees: [2, 120],
    companyNames: [
      '{city}{brand}珠宝有限公司',
      '{county}{brand}土特产有限公司',
      '{city}{brand}工艺品有限公司',
      '{county}{brand}茶叶有限公司',
    ],
    soleNames: ['{county}{brand}特产店', '{county}{brand}银饰店', '{county}{brand}茶庄', '{county}{brand}工艺品店'],
    scope: '旅游纪念品、工艺美术品、土特产、珠宝首饰零售。',
    licences: [['food', 0.4]],
    staff: HEAD,
  },
  restaurant: {
    share: 138,
    soleTrader: 0.72,
    capital: [5, 1000],
    employees: [3, 90],
    companyNames: ['{city}{brand}餐饮有限公司', '{county}{brand}餐饮管理有限公司'],
    soleNames: ['{county}{brand}餐馆', '{county}{brand}酒楼', '{county}{brand}农家乐', '{county}{brand}火锅店'],
    scope: '餐饮服务；团队餐接待。',
    licences: [
      ['food', 1],
      ['hygiene', 0.3],
      ['fire', 0.3],
    ],
    staff: HEAD,
  },
  entertainment: {
    share: 64,
    soleTrader: 0.5,
    capital: [20, 2000],
    employees: [4, 80],
    companyNames: ['{county}{brand}娱乐有限公司', '{city}{brand}歌舞娱乐有限公司'],
    soleNames: ['{county}{brand}歌厅', '{county}{brand}游艺厅', '{county}{brand}量贩式KTV'],
    scope: '歌舞娱乐活动；游艺娱乐活动；预包装食品销售。',
    licences: [
      ['entertainment', 1],
      ['fire', 1],
      ['hygiene', 0.9],
      ['food', 0.5],
    ],
    staff: SAFE,
  },
  internet_cafe: {
    share: 62,
    soleTrader: 0.45,
    capital: [10, 500],
    employees: [2, 15],
    companyNames: ['{county}{brand}网络服务有限公司', '{county}{brand}电竞文化有限公司'],
    soleNames: ['{county}{brand}网吧', '{county}{brand}网咖', '{county}{brand}电竞馆'],
    scope: '互联网上网服务。',
    licences: [
      ['internet', 1],
      ['fire', 1],
    ],
    staff: SAFE,
  },
  performance: {
    share: 20,
    soleTrader: 0.1,
    capital: [10, 3000],
    employees: [3, 150],
    companyNames: [
      '{city}{brand}文化传播有限公司',
      '{city}{brand}演艺有限公司',
      '{province}{brand}艺术团有限公司',
      '{city}{brand}剧场管理有限公司',
    ],
    soleNames: ['{county}{brand}民族歌舞团'],
    scope: '营业性演出；演出经纪；演出场所经营；组织文化艺术交流活动。',
    licences: [
      ['performance', 1],
      ['fire', 0.3],
    ],
    staff: SAFE,
  },
  art: {
    share: 15,
    soleTrader: 0.4,
    capital: [10, 1000],
    employees: [1, 25],
    companyNames: ['{city}{brand}艺术品有限公司', '{city}{brand}画廊有限公司'],
    soleNames: ['{county}{brand}书画社', '{county}{brand}工艺坊'],
    scope: '艺术品经营；工艺美术品销售；组织文化艺术交流活动。',
    licences: [],
    staff: HEAD,
  },
  grading: {
    share: 4,
    soleTrader: 0.2,
    capital: [10, 300],
    employees: [3, 40],
    companyNames: ['{city}{brand}艺术培训有限公司', '{county}{brand}艺术学校有限公司'],
    soleNames: ['{county}{brand}艺术培训中心'],
    scope: '社会艺术水平考级承办；艺术类培训。',
    licences: [],
    staff: HEAD,
  },
  net_culture: {
    share: 12,
    soleTrader: 0,
    capital: [100, 3000],
    employees: [5, 200],
    companyNames: ['{city}{brand}网络科技有限公司', '{city}{brand}数字文化有限公司'],
    soleNames: [],
    scope: '经营性互联网文化服务；网络表演经营活动；动漫设计。',
    licences: [['net_culture', 1]],
    staff: HEAD,
  },
  publish: {
    share: 52,
    soleTrader: 0.45,
    capital: [10, 2000],
    employees: [2, 120],
    companyNames: ['{county}{brand}印务有限公司', '{city}{brand}图书有限公司', '{city}{brand}包装印刷有限公司'],
    soleNames: ['{county}{brand}书店', '{county}{brand}打印社', '{county}{brand}文具书店'],
    scope: '出版物零售；包装装潢印刷品印刷；其他印刷品印刷。',
    licences: [
      ['publication', 0.6],
      ['printing', 0.45],
    ],
    staff: HEAD,
  },
  film: {
    share: 15,
    soleTrader: 0,
    capital: [50, 3000],
    employees: [6, 50],
    companyNames: ['{county}{brand}影城有限公司', '{city}{brand}电影院线管理有限公司'],
    soleNames: [],
    scope: '电影放映；食品销售；广告发布。',
    licences: [
      ['film', 1],
      ['fire', 1],
      ['hygiene', 0.9],
    ],
    staff: SAFE,
  },
  radio_tv: {
    share: 8,
    soleTrader: 0.1,
    capital: [50, 2000],
    employees: [3, 80],
    companyNames: ['{city}{brand}广播电视传媒有限公司', '{county}{brand}卫星设施工程有限公司'],
    soleNames: ['{county}{brand}卫星设备安装部'],
    scope: '广播电视节目制作经营；卫星地面接收设施安装服务。',
    licences: [['other', 0.9]],
    staff: HEAD,
  },
  relic: {
    share: 5,
    soleTrader: 0.1,
    capital: [200, 5000],
    employees: [2, 30],
    companyNames: ['{city}{brand}文物商店有限公司', '{city}{brand}拍卖有限公司'],
    soleNames: ['{county}{brand}古玩店'],
    scope: '文物销售；文物拍卖；工艺美术品收藏品零售。',
    licences: [['other', 0.95]],
    staff: HEAD,
  },
  script_game: {
    share: 20,
    soleTrader: 0.55,
    capital: [5, 200],
    employees: [2, 20],
    companyNames: ['{county}{brand}文化娱乐有限公司'],
    soleNames: ['{county}{brand}剧本杀馆', '{county}{brand}密室逃脱馆'],
    scope: '剧本娱乐活动；密室逃脱娱乐活动。',
    licences: [['fire', 0.7]],
    staff: SAFE,
  },
  high_risk: {
    share: 10,
    soleTrader: 0.1,
    capital: [50, 3000],
    employees: [4, 90],
    companyNames: [
      '{county}{nature}漂流旅游有限公司',
      '{county}{nature}滑翔运动有限公司',
      '{county}{brand}玻璃栈道旅游有限公司',
      '{county}{brand}潜水俱乐部有限公司',
    ],
    soleNames: ['{county}{nature}骑马场'],
    scope: '高危险性体育运动经营；游览服务；户外拓展服务。',
    licences: [['other', 0.8]],
    staff: [
      ['head', 1, 1],
      ['safety', 2, 4],
    ],
  },
  other: {
    share: 22,
    soleTrader: 0.4,
    capital: [5, 1000],
    employees: [1, 60],
    companyNames: ['{county}{brand}文化旅游发展有限公司', '{city}{brand}研学旅行服务有限公司'],
    soleNames: ['{county}{brand}露营基地', '{county}{brand}旅拍馆'],
    scope: '文化旅游服务；研学旅行服务；摄影扩印服务。',
    licences: [['other', 0.2]],
    staff: HEAD,
  },
};
