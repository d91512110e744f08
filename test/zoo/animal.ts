import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { animalLifecycle } from './animal-lifecycle.ts';

const diets = {
  meat: { ...text('食肉', 'Carnivore'), tone: 'bad' },
  plants: { ...text('食草', 'Herbivore'), tone: 'good' },
  both: text('杂食', 'Omnivore'),
} as const;

const ranks = { a: text('甲', 'First'), b: text('乙', 'Second'), c: text('丙', 'Third') } as const;

/**
 * The animal uses most of the language: a life cycle, an owner among the members, places, files, money and every way to
 * choose.
 */
export const animal = resource({
  name: 'zoo/animal',
  label: text('动物', 'Animals'),
  icon: 'bug',
  title: 'name',
  subtitle: ['species_id', 'diet', 'area_code', ['born', text('{n} 年生', 'born in {n}')]],
  scope: 'area',
  owner: 'user_id',
  handler: 'handler_id',
  codes: { chip: '/zoo/chip/' },
  facts: ['fed'],
  chained: ['add', 'admit', 'examine'],
  filters: { meal_food: { field: field.text(text('所食', 'Eats')), list: 'meals', by: ['food'] } },
  nodes: { appraise: text('查看估值', 'See appraisals'), rank: text('评级', 'Rank') },
  acts: {
    count: {
      label: text('清点', 'Count'),
      confirm: text('清点 {n} 只？', 'Count {n}?'),
      done: text('已清点 {n} 只', '{n} counted'),
      on: ['diet', 'meat', 'both'],
    },
  },
  countedBy: ['status', 'diet', 'area_code'],
  measures: {
    kept: { label: text('在园动物', 'Animals kept'), by: ['status', 'diet', 'area_code'], at: 'arrives_on' },
    spent: { label: text('购入支出', 'Spent on animals'), sum: 'price', by: ['diet'], materialised: true },
    worth: { label: text('估值合计', 'Worth'), sum: 'worth', by: ['diet', 'rank'] },
    hot: {
      label: text('体温偏高', 'With a temperature'),
      by: ['diet'],
      where: [['temperature', '>', 40]],
    },
    mean_weight: { label: text('平均体重', 'Average weight'), mean: 'weight', by: ['diet'] },
    meat_share: {
      label: text('食肉占比', 'Share of carnivores'),
      percent: { where: [['diet', '=', 'meat']] },
      by: ['status'],
    },
    price_of_worth: {
      label: text('购入价占估值', 'Price as a share of worth'),
      percent: { sum: 'price', of: 'worth' },
      by: ['diet'],
    },
  },
  materialisedTotals: {
    on_map: { by: ['diet'], byMapCellOf: 'place', byAreaLevel: true },
    bought: { at: 'arrives_on', sum: 'price', where: [['price', 'NOT NULL']] },
  },
  sections: {
    self: text('本身', 'Itself'),
    care: text('饲养', 'Care'),
    papers: text('证照', 'Papers'),
  },
  fields: {
    name: field.text(text('名字', 'Name'), { required: true, min: 2, max: 40, search: true, section: 'self' }),
    chip: field.identifier(text('芯片号', 'Chip'), {
      required: true,
      max: 40,
      search: true,
      unique: true,
      write: 'add',
      section: 'self',
    }),
    record_no: field.identifier(text('档案号', 'Record number'), {
      number: { pattern: 'DW{area_code:4}{yyyy}{seq:4}', day: 'arrives_on' },
      unique: true,
      section: 'self',
    }),
    permit_no: field.text(text('入园证号', 'Permit number'), {
      number: { pattern: '园〔{yy}{mm}{dd}〕{seq}号', on: 'admit' },
      unique: true,
      list: 'offered',
      section: 'papers',
    }),
    species_id: field.reference(text('物种', 'Species'), { to: 'zoo/species', required: true, section: 'self' }),
    leaves_on: field.date(text('离园日期', 'Leaves on'), {
      endless: text('终身', 'Stays for life'),
      list: 'offered',
      section: 'papers',
    }),
    born: field.year(text('出生年', 'Born in'), { section: 'self' }),
    weight: field.number(text('体重', 'Weight'), { min: 0, max: 10_000, unit: 'kg', section: 'self' }),
    temperature: field.float(text('体温', 'Temperature'), { min: 0, max: 60, list: 'offered', section: 'self' }),
    legs: field.integer(text('腿数', 'Legs'), { quantity: true, min: 0, max: 1000, initial: 4, section: 'self' }),
    diet: field.select(text('食性', 'Diet'), { required: true, options: diets, initial: 'both', section: 'care' }),
    sex: field.radio(text('性别', 'Sex'), {
      options: { f: text('雌', 'Female'), m: text('雄', 'Male') },
      section: 'self',
    }),
    foods: field.selects(text('食物', 'Food'), { options: diets, max: 2, section: 'care' }),
    risks: field.checkbox(text('风险', 'Risks'), {
      options: { bites: text('咬人', 'Bites'), flees: text('逃逸', 'Escapes') },
      shownWhen: { by: 'diet', of: ['meat', 'both'] },
      section: 'care',
    }),
    price: field.money(text('购入价（元）', 'Price (CNY)'), { list: 'offered', section: 'papers' }),
    worth: field.money(text('估值（元）', 'Worth (CNY)'), { reads: 'appraise', section: 'papers' }),
    rank: field.select(text('等级', 'Rank'), {
      options: ranks,
      // the rarest eat meat or anything
      fits: { by: 'diet', only: { meat: ['c'], both: ['c'] } },
      writes: 'rank',
      section: 'self',
    }),
    fed_at: field.datetime(text('上次喂食', 'Last fed'), { section: 'care' }),
    arrives_on: field.date(text('入园日期', 'Arrives on'), { required: true, section: 'papers' }),
    pen: field.text(text('笼舍', 'Pen'), { max: 100, list: 'offered', section: 'care' }),
    place: field.place(text('位置', 'Location'), { section: 'care', found: 'place_found', address: 'pen' }),
    photo: field.image(text('照片', 'Picture'), { section: 'self' }),
    photos: field.images(text('相册', 'Pictures'), { max: 3, list: 'offered', section: 'self' }),
    permit: field.file(text('许可文件', 'Permit'), { accept: 'pdf,jpg,png', private: true, section: 'papers' }),
    papers: field.files(text('其他文件', 'Other papers'), { max: 5, list: 'never', section: 'papers' }),
    seller_code: field.creditCode(text('出售方信用代码', 'Credit code of the seller'), {
      requiredWhen: { by: 'rank', of: ['c'] },
      section: 'papers',
    }),
    traits: field.pairs(text('特征', 'Traits'), { list: 'never', section: 'self' }),
    story: field.editor(text('介绍', 'Story'), { list: 'never', section: 'self' }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3, section: 'care' }),
    meals: field.rows(text('餐食', 'Meals'), { of: 'zoo/meal', max: 10, section: 'care' }),
    verdict: field.textarea(text('检疫结论', 'Verdict'), { write: 'server', list: 'never' }),
    appraisal: field.textarea(text('估值意见', 'Appraisal'), { write: 'server', list: 'never', reads: 'appraise' }),
    submitted_on: field.date(text('送检日期', 'Submitted on'), { write: 'server', list: 'offered' }),
    submitted_by: field.reference(text('送检会员', 'Submitted by'), {
      to: 'user/user',
      reach: 'all',
      related: false,
      write: 'server',
      list: 'never',
    }),
    user_id: field.integer(text('账号', 'Account'), { write: 'server', list: 'never' }),
    handler_id: field.reference(text('承办人', 'Handler'), {
      to: 'auth/admin',
      write: 'server',
      related: false,
      list: 'offered',
      reads: 'assign',
    }),
  },
  life: animalLifecycle,
});
