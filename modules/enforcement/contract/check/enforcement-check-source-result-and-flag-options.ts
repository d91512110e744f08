import { text } from '#kernel/text/text.ts';

/** Why a check is made (domain reference §2.I). */
export const checkSources = {
  routine: text('日常计划', 'Routine plan'),
  random: text('双随机', 'Random draw'),
  special: { ...text('专项检查', 'Special check'), tone: 'warning' },
  case: text('个案核查', 'Individual case'),
  joint: text('联合检查', 'Joint check'),
  recheck: text('复查', 'Recheck'),
  holiday: text('节假日巡查', 'Holiday patrol'),
} as const;

/** What an individual case begins with. Such checks are exempt from frequency caps, and logged. */
export const checkClues = {
  complaint: text('投诉', 'Complaint'),
  report: text('举报', 'Report'),
  assigned: text('上级交办', 'Assigned by a higher authority'),
  opinion: text('舆情', 'Public opinion'),
  anomaly: text('异常发现', 'Anomaly'),
} as const;

export const checkedObjects = {
  enterprise: text('企业', 'Enterprise'),
  itinerary: text('旅游团队', 'Tour group'),
  vehicle: text('车辆', 'Vehicle'),
  guide: text('导游', 'Guide'),
  person: text('个人', 'Person'),
  website: text('网站', 'Website'),
} as const;

/** Kinds of objects of which the result is published: those of persons, tour groups and vehicles are not. */
export const publishedObjects: readonly string[] = ['enterprise', 'website'];

/** Checks are announced, unless a reason speaks against it (国办发〔2024〕54号). */
export const noticeModes = {
  advance: text('提前通知', 'Advance notice'),
  direct: { ...text('直接实施', 'Without notice'), tone: 'warning' },
} as const;

/** The nine results used nationally. */
export const checkResults = {
  no_problem: { ...text('未发现问题', 'No problem found'), tone: 'good' },
  annual_report_missing: {
    ...text('未按规定公示年报', 'Annual report not disclosed'),
    tone: 'warning',
  },
  disclosure_missing: {
    ...text('未按规定公示其他信息', 'Other information not disclosed'),
    tone: 'warning',
  },
  disclosure_false: {
    ...text('公示信息隐瞒真实情况、弄虚作假', 'Disclosed information concealed or false'),
    tone: 'bad',
  },
  unreachable: {
    ...text('通过登记的住所无法联系', 'Unreachable at the registered address'),
    tone: 'warning',
  },
  ordered_to_correct: { ...text('发现问题已责令改正', 'Problems found, ordered to correct'), tone: 'warning' },
  uncooperative: { ...text('不配合检查情节严重', 'Seriously uncooperative'), tone: 'bad' },
  not_engaged: {
    ...text('未发现开展本次抽查涉及的经营活动', 'Not engaged in the business checked'),
    tone: 'muted',
  },
  pending: { ...text('发现问题待后续处理', 'Problems found, to be dealt with'), tone: 'bad' },
} as const;
export type CheckResult = keyof typeof checkResults;

/** Results that say that problems were found. */
export const resultsWithProblems: readonly CheckResult[] = [
  'annual_report_missing',
  'disclosure_missing',
  'disclosure_false',
  'ordered_to_correct',
  'pending',
];

export const checkItemAnswers = {
  yes: { ...text('符合', 'Complies'), tone: 'good' },
  no: { ...text('不符合', 'Does not comply'), tone: 'bad' },
  not_applicable: { ...text('不适用', 'Not applicable'), tone: 'muted' },
} as const;

/** Who signs the record of a check. */
export const recordSigners = {
  officer: text('执法人员', 'Officer'),
  object: text('当事人', 'Checked party'),
  witness: text('见证人', 'Witness'),
} as const;

/** What is odd about a visit: it is shown to the reviewer, and nothing is refused for it (domain reference K.9). */
export const visitFlags = {
  far: { ...text('离登记地址较远', 'Far from the registered address'), tone: 'warning' },
  no_place: { ...text('没有定位', 'No position'), tone: 'warning' },
  no_registered_place: { ...text('没有登记位置', 'No registered location'), tone: 'muted' },
  inaccurate: { ...text('定位精度低', 'Inaccurate location'), tone: 'warning' },
  clock_off: { ...text('终端时间有误', 'Device clock wrong'), tone: 'warning' },
  old_picture: { ...text('照片拍摄时间不在检查期间', 'Picture not taken during the visit'), tone: 'warning' },
  typed_signature: { ...text('签名为打字', 'Typed signature'), tone: 'muted' },
} as const;
export type VisitFlag = keyof typeof visitFlags;
