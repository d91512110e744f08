import { text } from '#kernel/text/text.ts';

/** What led to an order. */
export const orderSources = {
  check: text('行政检查', 'Check'),
  complaint: text('旅游投诉', 'Complaint'),
  case: text('行政处罚案件', 'Case'),
  patrol: text('日常巡查', 'Patrol'),
} as const;

/** When the problems have to be corrected. */
export const orderKinds = {
  on_the_spot: { ...text('当场改正', 'On the spot'), tone: 'progress' },
  within_term: text('限期改正', 'Within a term'),
} as const;

/** How the notice reaches the enterprise. */
export const noticeServiceWays = {
  electronic: text('电子送达', 'Electronic'),
  direct: text('直接送达', 'In person'),
  left: text('留置送达', 'Left at the premises'),
  post: text('邮寄送达', 'By post'),
} as const;

/** What became of the enterprise's request for more time. */
export const extensionStates = {
  requested: { ...text('申请延期', 'Extension requested'), tone: 'warning' },
  granted: { ...text('已延期', 'Extended'), tone: 'progress' },
  refused: { ...text('不予延期', 'Extension refused'), tone: 'muted' },
  // the order went on before the office had decided
  withdrawn: { ...text('未决定即撤回', 'Withdrawn undecided'), tone: 'muted' },
} as const;

/** Who sent a picture, and may take it back. */
export const pictureSenders = {
  enterprise: text('企业', 'Enterprise'),
  officer: text('执法人员', 'Officer'),
} as const;

/** Why a picture may not show the corrected state. */
export const pictureDoubts = {
  earlier: { ...text('拍摄早于责令改正', 'Taken before the order'), tone: 'bad' },
  future: { ...text('拍摄时间晚于上传', 'Taken later than it was sent'), tone: 'bad' },
  undated: { ...text('无拍摄时间', 'No time of capture'), tone: 'muted' },
} as const;

/** Stands for a provision that the library does not know. An order is not issued before an officer replaces it. */
export const provisionToComplete = '待补充';

/** Problems of one order at most: a check has at most as many items, and every one of them may be a finding. */
export const mostProblems = 200;

/** Pictures of one problem in one submission at most. */
export const mostPictures = 9;

/** Days of a term, and of its one extension (domain reference §2.J). */
export const termDays = { least: 1, usual: 15, most: 90, extension: 15 } as const;

/** Problems of these severities are reviewed on site. */
export const onsiteSeverities = ['4', '5'] as const;
