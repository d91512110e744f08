import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { crowdStates, spotGrades, warningLevels } from './spot-grade-crowd-level-and-gate-options.ts';

const server = { write: 'server' } as const;
const bothSides = ['admin', 'member'] as const;
const reason = field.textarea(text('情况说明', 'Why'), { required: true, min: 2, max: 300 });
/** What the supervisor decides. Its operator keeps the rest up to date: hours, tickets, who is on duty. */
const byOperator = {
  editable: {
    member: { except: ['enterprise_id', 'area_code', 'grade', 'name', 'name_en', 'place', 'open_to_public'] },
  },
} as const;
const operators = ['index', 'edit', 'limit', 'close', 'reopen'] as const;

/** A scenic spot with its limits, which follow from the carrying capacity in force (domain reference §2.G `scn_spot`). */
export const spot = resource({
  name: 'scenic/spot',
  label: text('景区', 'Scenic spots'),
  icon: 'compass',
  title: 'name',
  titleEnglish: 'name_en',
  subtitle: ['grade', 'area_code'],
  scope: 'area',
  partOf: 'enterprise_id',
  order: ['id', 'desc'],
  facts: ['level_raised', 'level_lowered', 'data_lost', 'data_back'],
  members: { owner: operators, operator: operators, viewer: ['index'] },
  empty: text('没有景区', 'No scenic spots'),
  sections: {
    spot: text('景区', 'Scenic spot'),
    visit: text('开放与票务', 'Opening and tickets'),
    limits: text('承载量', 'Carrying capacity'),
  },
  listed: [
    'name',
    'crowd',
    'inside',
    'expected_level',
    'expected_at',
    'forecast_error',
    'instant_max',
    'status',
    'grade',
    'area_code',
    'duty_phone',
  ],
  measures: {
    spots: { label: text('景区', 'Scenic spots'), by: ['grade', 'status', 'area_code'] },
  },
  published: {
    when: [['open_to_public', '=', '1']],
    fields: [
      'name',
      'name_en',
      'grade',
      'area_code',
      'address',
      'reserve_required',
      'instant_max',
      'daily_max',
      'status',
    ],
  },
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, min: 2, max: 60, search: true, section: 'spot' }),
    name_en: field.text(text('英文名称', 'Name in English'), {
      required: true,
      min: 2,
      max: 120,
      search: true,
      list: 'offered',
      section: 'spot',
    }),
    enterprise_id: field.reference(text('经营者', 'Operator'), {
      to: 'enterprise/enterprise',
      required: true,
      among: [['ent_type', '=', 'scenic']],
      search: true,
      section: 'spot',
    }),
    grade: field.select(text('等级', 'Grade'), { required: true, options: spotGrades, section: 'spot' }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3, section: 'spot' }),
    place: field.place(text('位置', 'Location'), { required: true, list: 'offered', section: 'spot' }),
    address: field.text(text('地址', 'Address'), { max: 200, list: 'offered', section: 'spot' }),
    duty_name: field.text(text('值班人', 'On duty'), { personal: 'name', max: 60, list: 'offered', section: 'spot' }),
    // not masked: officers on duty call at once
    duty_phone: field.text(text('值班电话', 'Phone on duty'), {
      personal: 'number',
      required: true,
      max: 40,
      section: 'spot',
    }),
    duty_mobile: field.text(text('接收短信的手机', 'Mobile for text messages'), {
      personal: 'number',
      max: 20,
      list: 'offered',
      section: 'spot',
      hint: text('预警和数据中断发到这里', 'Warnings and lost data are sent here'),
    }),
    photos: field.images(text('照片', 'Pictures'), { max: 9, list: 'offered', section: 'spot' }),
    seasons: field.rows(text('开放日历', 'Opening calendar'), { of: 'scenic/season', max: 60, section: 'visit' }),
    ticket_price: field.money(text('门票（元）', 'Ticket (CNY)'), { min: 0, list: 'offered', section: 'visit' }),
    reserve_required: field.switch(text('须预约', 'Reservation required'), { list: 'offered', section: 'visit' }),
    open_to_public: field.switch(text('在公众页面显示', 'Shown on the public page'), {
      initial: '1',
      list: 'offered',
      section: 'visit',
    }),
    crowd: field.select(text('客流级别', 'Load'), { options: crowdStates, computed: true, section: 'limits' }),
    inside: field.integer(text('在园人数', 'Inside'), { computed: true, section: 'limits', quantity: true }),
    expected_level: field.select(text('今日预计', 'Expected today'), {
      options: warningLevels,
      computed: true,
      section: 'limits',
      hint: text('今天还将达到的最高级别', 'The highest level still to be reached today'),
    }),
    expected_at: field.datetime(text('预计达到', 'Expected at'), { computed: true, section: 'limits' }),
    forecast_error: field.integer(text('预测误差', 'Forecast error'), {
      computed: true,
      unit: '%',
      section: 'limits',
      hint: text('近 30 天预测的平均误差', 'Mean error of the forecasts of thirty days'),
    }),
    instant_max: field.integer(text('瞬时承载量', 'Instant capacity'), {
      ...server,
      section: 'limits',
      hint: text('随生效的承载量核定更新', 'Follows the carrying capacity in force'),
      quantity: true,
    }),
    daily_max: field.integer(text('日承载量', 'Daily capacity'), { ...server, section: 'limits', quantity: true }),
    best_instant: field.integer(text('最佳瞬时承载量', 'Best instant capacity'), {
      ...server,
      list: 'offered',
      section: 'limits',
      quantity: true,
    }),
  },
  life: lifecycle({
    initial: 'open',
    states: {
      open: { ...text('开放', 'Open'), tone: 'good', ...byOperator },
      limited: { ...text('限流', 'Limited'), tone: 'warning', ...byOperator },
      closed: { ...text('关闭', 'Closed'), tone: 'bad', ...byOperator },
      maintenance: { ...text('维护', 'Maintenance'), tone: 'muted', ...byOperator },
    },
    moves: {
      limit: {
        from: ['open'],
        to: 'limited',
        by: bothSides,
        label: text('限流', 'Limit entry'),
        emits: 'limited',
        input: { reason },
      },
      close: {
        from: ['open', 'limited', 'maintenance'],
        to: 'closed',
        by: bothSides,
        label: text('关闭', 'Close'),
        tone: 'danger',
        emits: 'closed',
        input: { reason },
      },
      maintain: {
        from: ['open', 'limited', 'closed'],
        to: 'maintenance',
        label: text('转入维护', 'Close for maintenance'),
        emits: 'maintained',
        input: { reason },
      },
      reopen: {
        from: ['limited', 'closed', 'maintenance'],
        to: 'open',
        by: bothSides,
        label: text('恢复开放', 'Open again'),
        tone: 'primary',
        emits: 'reopened',
      },
    },
  }),
});
export interface Spot extends Row<typeof spot> {}

/** Days on which a spot opens at the same hours, or stays shut. Edited in the form of the spot. */
export const season = resource({
  name: 'scenic/season',
  label: text('开放时段', 'Opening hours'),
  title: 'from_on',
  scope: 'parent',
  partOf: 'spot_id',
  sortable: true,
  actions: [],
  fields: {
    spot_id: field.reference(text('景区', 'Scenic spot'), { to: 'scenic/spot', required: true }),
    from_on: field.date(text('自', 'From'), { required: true }),
    to_on: field.date(text('至', 'Until'), { required: true }),
    shut: field.switch(text('不开放', 'Shut')),
    opens_at: field.time(text('开放', 'Opens'), {
      shownWhen: { by: 'shut', of: ['0'] },
      requiredWhen: { by: 'shut', of: ['0'] },
    }),
    closes_at: field.time(text('关闭', 'Closes'), {
      shownWhen: { by: 'shut', of: ['0'] },
      requiredWhen: { by: 'shut', of: ['0'] },
    }),
  },
});
export interface Season extends Row<typeof season> {}
