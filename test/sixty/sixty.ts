import type { Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { type Module, module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** Any fixed number, so that the sixty are the same on every machine. */
const seed = 20_261_122;

const areas: readonly Text[] = [
  text('行程监管', 'Itineraries'),
  text('景区运行', 'Scenic areas'),
  text('执法检查', 'Inspections'),
  text('案件办理', 'Cases'),
  text('投诉处理', 'Complaints'),
  text('文化场所', 'Venues'),
  text('网络经营', 'Online trade'),
  text('信用评价', 'Credit'),
  text('车辆租赁', 'Car hire'),
  text('内容发布', 'Publishing'),
];
const nouns: readonly (readonly [name: string, label: Text])[] = [
  ['plan', text('计划', 'plans')],
  ['report', text('填报', 'reports')],
  ['check', text('检查记录', 'checks')],
  ['matter', text('事项', 'matters')],
  ['party', text('当事人', 'parties')],
  ['paper', text('文书', 'papers')],
];

const tones = {
  low: { ...text('一般', 'Ordinary'), tone: 'neutral' },
  middle: { ...text('较重', 'Major'), tone: 'warning' },
  high: { ...text('严重', 'Critical'), tone: 'bad' },
} as const;
const sources = {
  patrol: text('日常巡查', 'Patrol'),
  report: text('群众举报', 'Report'),
  transfer: text('部门移送', 'Transfer'),
  online: text('网络监测', 'Monitoring'),
} as const;

/** Fields, of which each resource takes some. */
const pool: Fields = {
  summary: field.textarea(text('概要', 'Summary'), { max: 500 }),
  severity: field.select(text('程度', 'Severity'), { options: tones, initial: 'low' }),
  source: field.radio(text('来源', 'Source'), { options: sources }),
  channels: field.selects(text('渠道', 'Channels'), { options: sources }),
  measures: field.checkbox(text('措施', 'Measures'), { options: tones }),
  amount: field.money(text('金额（元）', 'Amount (CNY)')),
  deposit: field.money(text('保证金（元）', 'Deposit (CNY)'), { list: 'offered' }),
  people: field.integer(text('人数', 'People'), { min: 0, max: 100_000 }),
  share: field.number(text('比例', 'Share'), { min: 0, max: 100, unit: '%' }),
  noise: field.float(text('噪声', 'Noise'), { min: 0, max: 200, unit: 'dB', list: 'offered' }),
  begins_on: field.date(text('起始日期', 'Begins on')),
  ends_on: field.date(text('截止日期', 'Ends on')),
  opens_at: field.time(text('开放时间', 'Opens at'), { list: 'offered' }),
  seen_at: field.datetime(text('发现时间', 'Seen at')),
  built_in: field.year(text('建成年份', 'Built in'), { list: 'offered' }),
  urgent: field.switch(text('加急', 'Urgent'), { initial: '0' }),
  public: field.switch(text('公开', 'Public'), { list: 'offered' }),
  place: field.place(text('位置', 'Location')),
  address: field.text(text('地址', 'Address'), { max: 200, search: true }),
  photo: field.image(text('照片', 'Picture')),
  photos: field.images(text('现场照片', 'Photos on site'), { max: 6, list: 'offered' }),
  evidence: field.files(text('证据材料', 'Evidence'), { max: 9, private: true, list: 'never' }),
  letter: field.file(text('函件', 'Letter'), { accept: 'pdf', private: true, list: 'offered' }),
  contact: field.personName(text('联系人', 'Contact')),
  mobile: field.mobile(text('联系电话', 'Mobile'), { privacy: 'masked' }),
  id_no: field.idNumber(text('证件号码', 'ID number'), { privacy: 'masked', list: 'offered' }),
  email: field.email(text('电子邮箱', 'E-mail'), { list: 'offered' }),
  website: field.url(text('网址', 'Website'), { list: 'offered' }),
  uscc: field.creditCode(text('信用代码', 'Credit code'), { list: 'offered' }),
  plate: field.plate(text('车牌号', 'Plate')),
  color: field.color(text('标识色', 'Colour'), { list: 'offered' }),
  details: field.pairs(text('明细', 'Details'), { list: 'never' }),
  body: field.editor(text('正文', 'Text'), { list: 'never' }),
  officers: field.references(text('承办人', 'Officers'), { to: 'auth/admin', list: 'offered' }),
  section_id: field.reference(text('承办科室', 'Section'), { to: 'auth/department', list: 'offered' }),
  opinion: field.textarea(text('办理意见', 'Opinion'), { max: 1000, write: 'server', list: 'never' }),
};

const life = () =>
  lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'muted' },
      submitted: { ...text('待受理', 'Submitted'), tone: 'progress', officeLevel: 3 },
      open: { ...text('办理中', 'Open'), tone: 'progress', officeLevel: 2, editable: { except: ['name', 'code'] } },
      paused: { ...text('已中止', 'Paused'), tone: 'warning', editable: false },
      closed: { ...text('已办结', 'Closed'), tone: 'good', editable: false, final: true },
      withdrawn: { ...text('已撤回', 'Withdrawn'), tone: 'muted', final: true },
    },
    moves: {
      submit: { from: ['draft'], to: 'submitted', label: text('提交', 'Submit'), tone: 'primary', batch: true },
      accept: { from: ['submitted'], to: 'open', label: text('受理', 'Accept'), tone: 'primary', batch: true },
      return: {
        from: ['submitted'],
        to: 'draft',
        label: text('退回', 'Return'),
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
      },
      pause: { from: ['open'], to: 'paused', label: text('中止', 'Pause'), reversible: true },
      resume: { from: ['paused'], to: 'open', label: text('恢复', 'Resume'), reversible: true },
      close: {
        from: ['open'],
        to: 'closed',
        label: text('办结', 'Close'),
        input: { result: field.textarea(text('办理结果', 'Result'), { required: true, max: 1000 }) },
      },
      withdraw: { from: ['draft', 'submitted'], to: 'withdrawn', label: text('撤回', 'Withdraw'), tone: 'danger' },
    },
  });

/** Random numbers that are the same each time (mulberry32). */
function draw(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function invented(folder: string, area: Text, [noun, label]: (typeof nouns)[number], n: number): AnyResource {
  const next = draw(seed + n);
  const many = 10 + Math.floor(next() * 11);
  const chosen = Object.entries(pool)
    .map((one) => [next(), one] as const)
    .toSorted(([one], [other]) => one - other)
    .slice(0, many)
    .map(([, one]) => one);
  const below = n % nouns.length;
  return resource({
    name: `${folder}/${noun}`,
    label: text(`${area['zh-cn']}${label['zh-cn']}`, `${area.en}: ${label.en}`),
    icon: 'file-text',
    title: 'name',
    scope: n % 12 === 11 ? 'all' : 'area',
    ...(n % 10 === 9 ? { sortable: true } : {}),
    fields: {
      name: field.text(text('名称', 'Name'), { required: true, max: 100, search: true }),
      code: field.text(text('编号', 'Number'), { required: true, max: 40, unique: true, search: true }),
      enterprise_id: field.reference(text('企业', 'Enterprise'), { to: 'enterprise/enterprise' }),
      ...(below > 0 ? { plan_id: field.reference(text('所属计划', 'Plan'), { to: `${folder}/plan` }) } : {}),
      ...Object.fromEntries(chosen),
      area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
    },
    ...(n % 3 === 2 ? {} : { life: life() }),
  });
}

/**
 * Ten modules of six resources, as many as the product is expected to have: 14 to 25 fields each, two in three with a
 * life cycle.
 */
export const sixty: readonly Module[] = areas.map((label, place) =>
  module_({
    name: `sixty${place}`,
    label,
    icon: 'appstore',
    weigh: 15 - place,
    entries: nouns.map((noun, at) => invented(`sixty${place}`, label, noun, place * nouns.length + at)),
  }),
);
