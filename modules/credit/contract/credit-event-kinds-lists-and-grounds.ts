import { text } from '#kernel/text/text.ts';

/** What is on record of the credit of an enterprise (domain reference §2.N). Points and time come from the formula. */
export const creditEventKinds = {
  penalty: { ...text('行政处罚', 'Administrative penalty'), tone: 'bad' },
  dishonesty: { ...text('其他机关失信认定', 'Found dishonest by another authority'), tone: 'bad' },
  check_refusal: { ...text('拒绝检查', 'Refusal of a check'), tone: 'bad' },
  check_deception: { ...text('检查中弄虚作假', 'Deception found in a check'), tone: 'bad' },
  overdue_correction: { ...text('整改逾期', 'Overdue correction'), tone: 'bad' },
  complaint: { ...text('有责投诉', 'Complaint with responsibility found'), tone: 'warning' },
  deposit_payment: { ...text('质量保证金划拨', 'Payment out of the quality deposit'), tone: 'warning' },
  insurance_lapse: { ...text('责任险断保', 'Liability insurance lapsed'), tone: 'warning' },
  reward_clawback: { ...text('追回奖励', 'Reward reclaimed'), tone: 'bad' },
  reward: { ...text('获得奖励', 'Reward granted'), tone: 'good' },
  commendation: { ...text('表彰', 'Commendation'), tone: 'good' },
  commitment: { ...text('信用承诺履行', 'Commitment honoured'), tone: 'good' },
  timely_correction: { ...text('按期自愿整改', 'Corrected in time'), tone: 'good' },
} as const;
export type CreditEventKind = keyof typeof creditEventKinds;

/** What officers enter, by an official document. All other kinds come from what is on the platform. */
export const kindsEnteredByOfficers = ['penalty', 'dishonesty', 'commendation', 'commitment'] as const;

/** What is on record of the credit of a guide. */
export const guideCreditEventKinds = {
  penalty: creditEventKinds.penalty,
  dishonesty: creditEventKinds.dishonesty,
  commendation: creditEventKinds.commendation,
  commitment: creditEventKinds.commitment,
} as const;

/** Lists of enterprises and people. The official terms are these three (川文旅字〔2022〕171号). */
export const creditLists = {
  red: { ...text('守信红榜', 'Trustworthy'), tone: 'good' },
  minor: { ...text('轻微失信主体', 'Minor dishonesty'), tone: 'warning' },
  serious: { ...text('严重失信主体', 'Serious dishonesty'), tone: 'bad' },
} as const;
export type CreditList = keyof typeof creditLists;

/** Who is listed: the enterprise, its legal representative after a revocation, or a guide. */
export const listedSubjects = {
  enterprise: text('企业', 'Enterprise'),
  legal_representative: text('法定代表人', 'Legal representative'),
  guide: text('导游', 'Guide'),
} as const;

/** What a listing rests on. */
export const listingGrounds = {
  case: text('已作出决定的案件', 'A decided case'),
  document: text('有关机关的文书', 'Official document of an authority'),
} as const;

/** What a listing entails. */
export const listingMeasures = {
  more_checks: text('列为重点检查对象，提高抽查比例', 'Checked more often and drawn more often'),
  no_reward: text('不予奖励和政策扶持', 'No rewards or support'),
  no_award: text('不得评先评优', 'No awards or distinctions'),
  no_commitment: text('不适用告知承诺', 'No approval upon commitment'),
  procurement: text('依法限制参加政府采购', 'Restricted in public procurement by law'),
  barred: text('依法限制从业', 'Barred from the trade by law'),
  fewer_checks: text('降低抽查比例', 'Checked and drawn less often'),
  fast_track: text('优先办理、容缺受理', 'Served first, missing papers accepted later'),
  publicity: text('公开宣传推介', 'Presented to the public'),
} as const;

/** States in which a listing has effects, and everybody reads it. */
export const effectiveListingStates = ['published', 'repair_pending'] as const;

/** Lowest and highest score. */
export const scoreRange = { min: 0, max: 1000 } as const;
