import { text } from '#kernel/text.ts';

/** Kinds of market players a bureau of culture and tourism supervises (domain reference §2.A). */
export const enterpriseTypes = {
  agency: text('旅行社', 'Travel agency'),
  agency_branch: text('旅行社分社', 'Agency branch'),
  agency_outlet: text('旅行社服务网点', 'Agency outlet'),
  ota: text('在线旅游', 'Online travel'),
  scenic: text('A级景区', 'Scenic spot'),
  hotel: text('星级饭店', 'Star hotel'),
  homestay: text('旅游民宿', 'Homestay'),
  coach: text('旅游客运', 'Tour coach'),
  car_rental: text('汽车租赁', 'Car rental'),
  shop: text('购物店', 'Shop'),
  restaurant: text('团餐', 'Group restaurant'),
  entertainment: text('歌舞游艺娱乐', 'Entertainment venue'),
  internet_cafe: text('上网服务', 'Internet café'),
  performance: text('演出经营', 'Performance'),
  art: text('艺术品经营', 'Art dealer'),
  grading: text('艺术考级', 'Art grading'),
  net_culture: text('网络文化', 'Online culture'),
  publish: text('出版物印刷', 'Publishing and printing'),
  film: text('电影放映', 'Cinema'),
  radio_tv: text('广电设施', 'Radio and TV'),
  relic: text('文物经营', 'Relic dealer'),
  script_game: text('剧本娱乐', 'Script games'),
  high_risk: text('高风险项目', 'High-risk activity'),
  other: text('其他', 'Other'),
} as const;
export type EnterpriseType = keyof typeof enterpriseTypes;

/** Types whose registration one level of audit settles; all others are audited by county and prefecture. */
export const singleLevelTypes: ReadonlySet<EnterpriseType> = new Set(['shop', 'restaurant', 'script_game', 'other']);

/** Licences an enterprise may have to hold. */
export const licenceKinds = {
  agency: text('旅行社业务经营许可证', 'Travel agency permit'),
  business: text('营业执照', 'Business licence'),
  entertainment: text('娱乐经营许可证', 'Entertainment permit'),
  net_culture: text('网络文化经营许可证', 'Online culture permit'),
  internet: text('网络文化经营许可证（上网服务）', 'Internet access permit'),
  performance: text('营业性演出许可证', 'Commercial performance permit'),
  transport: text('道路运输经营许可证', 'Road transport permit'),
  publication: text('出版物经营许可证', 'Publication permit'),
  printing: text('印刷经营许可证', 'Printing permit'),
  film: text('电影放映经营许可证', 'Film screening permit'),
  special_trade: text('特种行业许可证', 'Special trade permit'),
  food: text('食品经营许可证', 'Food permit'),
  hygiene: text('公共场所卫生许可证', 'Public hygiene permit'),
  fire: text('消防安全检查意见书', 'Fire safety opinion'),
  other: text('其他许可', 'Other permit'),
} as const;

export const grades = {
  none: text('无', 'None'),
  '5a': text('5A', '5A'),
  '4a': text('4A', '4A'),
  '3a': text('3A', '3A'),
  '2a': text('2A', '2A'),
  '1a': text('A', 'A'),
  star5: text('五星', 'Five stars'),
  star4: text('四星', 'Four stars'),
  star3: text('三星', 'Three stars'),
  star2: text('二星', 'Two stars'),
  star1: text('一星', 'One star'),
  homestay_a: text('甲级民宿', 'Homestay class A'),
  homestay_b: text('乙级民宿', 'Homestay class B'),
  homestay_c: text('丙级民宿', 'Homestay class C'),
} as const;

/** Which grades a type of enterprise may have. */
export const gradesOf = {
  scenic: ['5a', '4a', '3a', '2a', '1a'],
  hotel: ['star5', 'star4', 'star3', 'star2', 'star1'],
  homestay: ['homestay_a', 'homestay_b', 'homestay_c'],
} as const satisfies Partial<Record<EnterpriseType, readonly (keyof typeof grades)[]>>;

export const riskClasses = {
  A: { ...text('A 低风险', 'A low risk'), tone: 'good' },
  B: { ...text('B 一般', 'B ordinary'), tone: 'neutral' },
  C: { ...text('C 较高', 'C raised'), tone: 'warning' },
  D: { ...text('D 高风险', 'D high risk'), tone: 'bad' },
} as const;

export const creditGrades = {
  A: { ...text('A 守信', 'A trustworthy'), tone: 'good' },
  B: { ...text('B 正常', 'B normal'), tone: 'neutral' },
  C: { ...text('C 关注', 'C watched'), tone: 'warning' },
  D: { ...text('D 失信', 'D discredited'), tone: 'bad' },
} as const;
export type CreditGrade = keyof typeof creditGrades;

export const sources = {
  self: text('自行注册', 'Registered itself'),
  import: text('批量导入', 'Imported'),
  admin: text('后台录入', 'Entered by an officer'),
  api: text('数据交换', 'Data exchange'),
} as const;

export const legalIdTypes = {
  resident: text('居民身份证', 'Resident identity card'),
  passport: text('护照', 'Passport'),
  hk_macao: text('港澳居民来往内地通行证', 'Mainland travel permit (Hong Kong, Macao)'),
  taiwan: text('台湾居民来往大陆通行证', 'Mainland travel permit (Taiwan)'),
} as const;

/** Why an audit returns a registration (domain reference Appendix D). */
export const returnReasons = {
  unclear: text('证照不清', 'Documents unclear'),
  mismatch: text('信息不符', 'Details do not match'),
  expired: text('过期', 'Expired'),
  missing: text('缺材料', 'Material missing'),
  scope: text('范围不符', 'Scope does not fit'),
  duplicate: text('重复注册', 'Registered twice'),
  other: text('其他', 'Other'),
} as const;

/**
 * What an enterprise in business says of itself and may keep up to date unasked. Everything else is registered: the
 * bureau vouches for it, the mobiles prove who may act for it.
 */
export const ownFields = [
  'short_name',
  'introduction',
  'employees',
  'website',
  'icp_no',
  'contact_name',
  'email',
] as const;

/**
 * Registered details a request can change; the old value stays valid until it is audited (domain reference §2.A).
 * Another credit code or type is another enterprise and is registered anew; the parent agency is named by its code.
 */
export const changeableFields = [
  'name',
  'grade',
  'reg_capital',
  'reg_date',
  'tourism_scope',
  'biz_scope',
  'legal_person',
  'legal_id_type',
  'legal_id_no',
  'legal_mobile',
  'contact_mobile',
  'reg_area_code',
  'area_code',
  'address',
  'place',
  'photo_front',
  'business_license',
  'license_expire',
] as const;

/** Version of the commitment letter and the privacy notice shown to applicants; kept with what they accepted. */
export const termsVersion = '2026-11';
