import { text } from '#kernel/text/text.ts';
import type { EnterpriseType } from '#modules/enterprise/contract/enterprise-options.ts';

/** Fields of enforcement: what officers are qualified for, and what causes and check items belong to. */
export const enforcementDomains = {
  travel: text('旅行社与在线旅游', 'Travel agencies'),
  guide: text('导游领队', 'Tour guides'),
  scenic: text('景区', 'Scenic areas'),
  lodging: text('旅游住宿', 'Tourist lodging'),
  transport: text('旅游客运与租车', 'Tour coaches and car rental'),
  shopping: text('旅游购物与团餐', 'Tourist shops and group catering'),
  entertainment: text('娱乐场所', 'Entertainment venues'),
  internet_cafe: text('上网服务', 'Internet cafés'),
  performance: text('营业性演出', 'Commercial performances'),
  publication: text('出版物', 'Publications'),
  printing: text('印刷', 'Printing'),
  film: text('电影', 'Film'),
  radio_tv: text('广播电视', 'Radio and TV'),
  art: text('艺术品与艺术考级', 'Art and art grading'),
  net_culture: text('网络文化', 'Internet culture'),
  relic: text('文物', 'Cultural relics'),
  sports: text('高风险旅游项目', 'High-risk tourism projects'),
  other: text('其他', 'Other'),
} as const;
export type EnforcementDomain = keyof typeof enforcementDomains;

/** The domain in which enterprises of a type are checked. */
export const domainOfEnterprise: Readonly<Record<EnterpriseType, EnforcementDomain>> = {
  agency: 'travel',
  agency_branch: 'travel',
  agency_outlet: 'travel',
  ota: 'travel',
  scenic: 'scenic',
  hotel: 'lodging',
  homestay: 'lodging',
  coach: 'transport',
  car_rental: 'transport',
  shop: 'shopping',
  restaurant: 'shopping',
  entertainment: 'entertainment',
  script_game: 'entertainment',
  internet_cafe: 'internet_cafe',
  performance: 'performance',
  art: 'art',
  grading: 'art',
  net_culture: 'net_culture',
  publish: 'publication',
  film: 'film',
  radio_tv: 'radio_tv',
  relic: 'relic',
  high_risk: 'sports',
  other: 'other',
};
