import { text } from '#kernel/text/text.ts';

/** Types of market entities supervised by a bureau of culture and tourism (domain reference §2.A). */
export const enterpriseTypes = {
  agency: text('旅行社', 'Travel agency'),
  agency_branch: text('旅行社分社', 'Agency branch'),
  agency_outlet: text('旅行社服务网点', 'Agency outlet'),
  ota: text('在线旅游', 'Online travel agency'),
  scenic: text('A级景区', 'A-rated scenic area'),
  hotel: text('星级饭店', 'Star-rated hotel'),
  homestay: text('旅游民宿', 'Homestay'),
  coach: text('旅游客运', 'Tour coach operator'),
  car_rental: text('汽车租赁', 'Car rental'),
  shop: text('购物店', 'Tourist shop'),
  restaurant: text('团餐', 'Group catering restaurant'),
  entertainment: text('歌舞游艺娱乐', 'Entertainment venue'),
  internet_cafe: text('上网服务', 'Internet café'),
  performance: text('演出经营', 'Performing arts'),
  art: text('艺术品经营', 'Art dealer'),
  grading: text('艺术考级', 'Art grading tests'),
  net_culture: text('网络文化', 'Internet culture'),
  publish: text('出版物印刷', 'Publishing and printing'),
  film: text('电影放映', 'Cinema'),
  radio_tv: text('广电设施', 'Radio and TV facilities'),
  relic: text('文物经营', 'Cultural relics dealer'),
  script_game: text('剧本娱乐', 'Script entertainment venue'),
  high_risk: text('高风险项目', 'High-risk sports project'),
  other: text('其他', 'Other'),
} as const;
export type EnterpriseType = keyof typeof enterpriseTypes;

/** Types reviewed at one level only; all others are reviewed by county and prefecture. */
export const singleLevelTypes: ReadonlySet<EnterpriseType> = new Set(['shop', 'restaurant', 'script_game', 'other']);

/** Kinds of licences an enterprise may need. */
export const licenceKinds = {
  agency: text('旅行社业务经营许可证', 'Travel agency business permit'),
  business: text('营业执照', 'Business licence'),
  entertainment: text('娱乐经营许可证', 'Entertainment business permit'),
  net_culture: text('网络文化经营许可证', 'Internet culture business permit'),
  internet: text('网络文化经营许可证（上网服务）', 'Internet culture business permit (internet café)'),
  performance: text('营业性演出许可证', 'Commercial performance permit'),
  transport: text('道路运输经营许可证', 'Road transport business permit'),
  publication: text('出版物经营许可证', 'Publications business permit'),
  printing: text('印刷经营许可证', 'Printing business permit'),
  film: text('电影放映经营许可证', 'Film screening permit'),
  special_trade: text('特种行业许可证', 'Special industry permit'),
  food: text('食品经营许可证', 'Food business permit'),
  hygiene: text('公共场所卫生许可证', 'Public place hygiene permit'),
  fire: text('消防安全检查意见书', 'Fire safety inspection opinion'),
  other: text('其他许可', 'Other permits'),
} as const;

export const grades = {
  none: text('无', 'None'),
  '5a': text('5A', '5A'),
  '4a': text('4A', '4A'),
  '3a': text('3A', '3A'),
  '2a': text('2A', '2A'),
  '1a': text('A', 'A'),
  star5: text('五星', '5-star'),
  star4: text('四星', '4-star'),
  star3: text('三星', '3-star'),
  star2: text('二星', '2-star'),
  star1: text('一星', '1-star'),
  homestay_a: text('甲级民宿', 'Grade A homestay'),
  homestay_b: text('乙级民宿', 'Grade B homestay'),
  homestay_c: text('丙级民宿', 'Grade C homestay'),
} as const;

/** Grades available to each type of enterprise. */
export const gradesOf = {
  scenic: ['5a', '4a', '3a', '2a', '1a'],
  hotel: ['star5', 'star4', 'star3', 'star2', 'star1'],
  homestay: ['homestay_a', 'homestay_b', 'homestay_c'],
} as const satisfies Partial<Record<EnterpriseType, readonly (keyof typeof grades)[]>>;

export const riskClasses = {
  A: { ...text('A 低风险', 'A Low risk'), tone: 'good' },
  B: { ...text('B 一般', 'B Moderate'), tone: 'neutral' },
  C: { ...text('C 较高', 'C Elevated'), tone: 'warning' },
  D: { ...text('D 高风险', 'D High risk'), tone: 'bad' },
} as const;

export const creditGrades = {
  A: { ...text('A 守信', 'A Trustworthy'), tone: 'good' },
  B: { ...text('B 正常', 'B Normal'), tone: 'neutral' },
  C: { ...text('C 关注', 'C Under watch'), tone: 'warning' },
  D: { ...text('D 失信', 'D Dishonest'), tone: 'bad' },
  E: { ...text('E 严重失信', 'E Seriously dishonest'), tone: 'bad' },
} as const;
export type CreditGrade = keyof typeof creditGrades;

export const sources = {
  self: text('自行注册', 'Self-registered'),
  import: text('批量导入', 'Bulk import'),
  admin: text('后台录入', 'Entered by an officer'),
  api: text('数据交换', 'Data exchange'),
} as const;

export const legalIdTypes = {
  resident: text('居民身份证', 'Resident identity card'),
  passport: text('护照', 'Passport'),
  hk_macao: text('港澳居民来往内地通行证', 'Mainland travel permit (Hong Kong and Macao residents)'),
  taiwan: text('台湾居民来往大陆通行证', 'Mainland travel permit (Taiwan residents)'),
} as const;

/** Reasons for returning a registration (domain reference Appendix D). */
export const returnReasons = {
  unclear: text('证照不清', 'Documents illegible'),
  mismatch: text('信息不符', 'Information does not match'),
  expired: text('过期', 'Expired'),
  missing: text('缺材料', 'Documents missing'),
  scope: text('范围不符', 'Scope does not match'),
  duplicate: text('重复注册', 'Duplicate registration'),
  other: text('其他', 'Other'),
} as const;
