import type { ShippedChecklist } from './shipped-check-item-and-checklist-types.ts';
import {
  entertainmentItems,
  internetCafeItems,
  performanceItems,
  publicationItems,
} from './shipped-culture-check-items.ts';
import {
  agencyItems,
  coachItems,
  guideItems,
  lodgingItems,
  scenicItems,
  shopItems,
} from './shipped-travel-check-items.ts';

/** Checklists as shipped, with all check items. */
export const shippedChecklists: readonly ShippedChecklist[] = [
  {
    code: 'QD-LX',
    name: '旅行社检查清单',
    english: 'Checklist for travel agencies',
    kinds: ['agency', 'agency_branch', 'agency_outlet'],
    items: agencyItems,
  },
  {
    code: 'QD-JQ',
    name: '景区检查清单',
    english: 'Checklist for scenic areas',
    kinds: ['scenic'],
    items: scenicItems,
  },
  {
    code: 'QD-YL',
    name: '歌舞、游艺娱乐场所检查清单',
    english: 'Checklist for entertainment venues',
    kinds: ['entertainment'],
    items: entertainmentItems,
  },
  {
    code: 'QD-WB',
    name: '上网服务营业场所检查清单',
    english: 'Checklist for internet cafés',
    kinds: ['internet_cafe'],
    items: internetCafeItems,
  },
  {
    code: 'QD-YC',
    name: '营业性演出检查清单',
    english: 'Checklist for commercial performances',
    kinds: ['performance'],
    items: performanceItems,
  },
  {
    code: 'QD-KC',
    name: '旅游客车路面检查清单',
    english: 'Roadside checklist for tour coaches',
    kinds: ['coach'],
    items: coachItems,
  },
  { code: 'QD-DY', name: '导游检查清单', english: 'Checklist for guides', kinds: ['guide'], items: guideItems },
  {
    code: 'QD-ZS',
    name: '旅游住宿检查清单',
    english: 'Checklist for hotels and homestays',
    kinds: ['hotel', 'homestay'],
    items: lodgingItems,
  },
  {
    code: 'QD-CB',
    name: '出版物经营检查清单',
    english: 'Checklist for publications',
    kinds: ['publish'],
    items: publicationItems,
  },
  {
    code: 'QD-GW',
    name: '旅游购物店检查清单',
    english: 'Checklist for tourist shops',
    kinds: ['shop'],
    items: shopItems,
  },
];
