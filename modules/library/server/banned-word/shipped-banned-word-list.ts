import type { bannedWordKinds, bannedWordSeverities } from '../../contract/banned-word/banned-word.ts';

interface ShippedBannedWord {
  readonly word: string;
  readonly kind: keyof typeof bannedWordKinds.initial;
  readonly severity: keyof typeof bannedWordSeverities;
  readonly variants?: string;
  readonly exceptions?: string;
  readonly replacement?: string;
  readonly basis?: string;
}

/** 广告法 names the first three words itself; what it means by 等用语 is for a person to decide. */
const claims = '广告法第九条第三项';
const falsePromotion = '旅游法第三十二条、第九十七条';
const lowPrice = '旅游法第三十五条';
const unlawful = '旅游法第一百零一条';

/** Names given by the State that contain the word. */
const nationalNames = [
  '国家级风景名胜区',
  '国家级旅游度假区',
  '国家级非物质文化遗产',
  '国家级非遗',
  '国家级自然保护区',
  '国家级森林公园',
  '国家级湿地公园',
  '国家级地质公园',
  '国家级文物保护单位',
  '国家级旅游休闲街区',
  '国家级夜间文化和旅游消费集聚区',
].join('、');

/** Banned words of a new installation; bureaus change them and add their own. */
export const shippedBannedWordList: readonly ShippedBannedWord[] = [
  {
    word: '国家级',
    kind: 'absolute',
    severity: 'refuse',
    variants: '國家級、national-level',
    exceptions: nationalNames,
    basis: claims,
  },
  { word: '最高级', kind: 'absolute', severity: 'refuse', variants: '最高級', basis: claims },
  {
    word: '最佳',
    kind: 'absolute',
    severity: 'refuse',
    variants: 'best',
    exceptions: '最佳观赏期、最佳观赏时间、最佳观赏季节、最佳游览时间、最佳游览季节、最佳旅游季节、最佳拍摄时间',
    basis: claims,
  },
  { word: '第一品牌', kind: 'absolute', severity: 'refuse', variants: 'number-one brand', basis: claims },
  { word: '独家唯一', kind: 'absolute', severity: 'refuse', variants: 'exclusive', replacement: '特色', basis: claims },
  { word: '顶级', kind: 'absolute', severity: 'warn', variants: '頂級', replacement: '优质', basis: claims },
  { word: '极致', kind: 'absolute', severity: 'warn', replacement: '精致', basis: claims },
  { word: '全国第一', kind: 'absolute', severity: 'warn', variants: '全网第一、世界第一', basis: claims },
  { word: '史上最', kind: 'absolute', severity: 'warn', basis: claims },
  { word: '首选品牌', kind: 'absolute', severity: 'warn', basis: claims },
  { word: '100%满意', kind: 'absolute', severity: 'warn', variants: '百分之百满意', basis: falsePromotion },
  { word: '全网最低', kind: 'low_price', severity: 'refuse', variants: 'lowest price', basis: falsePromotion },
  {
    word: '保证最低',
    kind: 'low_price',
    severity: 'refuse',
    variants: 'lowest price guaranteed',
    basis: falsePromotion,
  },
  { word: '零团费', kind: 'low_price', severity: 'refuse', variants: '零團費、0团费、zero-fee tour', basis: lowPrice },
  { word: '负团费', kind: 'low_price', severity: 'refuse', variants: '負團費、negative-fee tour', basis: lowPrice },
  {
    word: '免费游',
    kind: 'low_price',
    severity: 'refuse',
    variants: '免費遊、free tour',
    exceptions: '免费游览、免费游玩、免费游泳、免费游船',
    basis: lowPrice,
  },
  { word: '一元游', kind: 'low_price', severity: 'warn', variants: '1元游、9.9元游', basis: lowPrice },
  {
    word: '绝对无购物',
    kind: 'other',
    severity: 'refuse',
    variants: 'absolutely no shopping',
    replacement: '不安排购物',
    basis: falsePromotion,
  },
  { word: '仅剩最后', kind: 'false_scarcity', severity: 'warn', variants: '最后名额', basis: falsePromotion },
  { word: '错过不再', kind: 'false_scarcity', severity: 'warn', variants: '错过再无', basis: falsePromotion },
  { word: '限时秒杀', kind: 'false_scarcity', severity: 'warn', basis: falsePromotion },
  { word: '即将绝版', kind: 'false_scarcity', severity: 'warn', basis: falsePromotion },
  { word: '博彩', kind: 'illegal_service', severity: 'refuse', basis: unlawful },
  { word: '红灯区', kind: 'illegal_service', severity: 'refuse', basis: unlawful },
  { word: '脱衣舞', kind: 'illegal_service', severity: 'refuse', basis: unlawful },
  { word: '赌场', kind: 'illegal_service', severity: 'warn', basis: unlawful },
  { word: '象牙制品', kind: 'illegal_service', severity: 'warn', basis: unlawful },
  { word: '谢绝女性', kind: 'discrimination', severity: 'refuse', variants: '仅限男性', basis: '广告法第九条第九项' },
  { word: '谢绝老人', kind: 'discrimination', severity: 'warn', variants: '不接待老人、老人勿扰' },
  { word: '特供', kind: 'state_symbol', severity: 'warn', variants: '专供', basis: '广告法第九条第二项' },
  {
    word: '国家领导人推荐',
    kind: 'state_symbol',
    severity: 'refuse',
    variants: '国家机关指定',
    basis: '广告法第九条第二项',
  },
  { word: '改运', kind: 'superstition', severity: 'warn', variants: '转运开光、算命', basis: '广告法第九条第八项' },
];
