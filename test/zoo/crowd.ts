import { field } from '#kernel/field/field.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { timeSeries } from '#kernel/module/time-series.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** A house with a limit of visitors. */
export const house = resource({
  name: 'zoo/house',
  label: text('展馆', 'Houses'),
  icon: 'home',
  title: 'name',
  scope: 'area',
  facts: ['level_raised', 'level_lowered', 'data_lost', 'data_back'],
  owner: 'guard_id',
  members: { owner: ['index'] },
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    most: field.integer(text('最大承载量', 'Most visitors'), { min: 1 }),
    guard_id: field.reference(text('值守人', 'Guard'), { to: 'user/user', reach: 'all', related: false }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
  },
});

/** A gate outside the platform that counts visitors and pushes the numbers. */
export const gate = resource({
  name: 'zoo/gate',
  label: text('闸机', 'Gates'),
  icon: 'login',
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    open: field.switch(text('启用', 'Enabled'), { initial: '1' }),
    house_id: field.reference(text('展馆', 'House'), { to: 'zoo/house', among: [['name', 'NOT NULL']] }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
  },
});

export const crowd = timeSeries({
  name: 'zoo/crowd',
  label: text('在馆人数', 'Visitors inside'),
  of: 'zoo/house',
  values: {
    inside: field.integer(text('在馆', 'Inside'), { min: 0, max: 100_000 }),
    entered: field.integer(text('入馆', 'Entered'), { min: 0 }),
    departed: field.integer(text('出馆', 'Left'), { min: 0 }),
  },
  retention: { days: 90 },
  every: 60,
  gapAfter: 3,
  pushed: { by: 'zoo/gate', enabled: 'open', only: 'house_id', suspect: ['inside'] },
  balance: { of: 'inside', adds: 'entered', takes: 'departed' },
  rolledUp: { values: ['inside'], days: 400 },
  levels: {
    of: 'inside',
    against: 'most',
    steps: {
      80: { ...text('黄色预警', 'Yellow'), tone: 'warning' },
      90: { ...text('橙色预警', 'Orange'), tone: 'warning' },
      100: { ...text('红色预警', 'Red'), tone: 'bad' },
    },
    downBy: 5,
    after: { minutes: 10 },
  },
});

export const crowded = messageTemplate({
  code: 'zoo_crowded',
  label: text('展馆客流预警', 'House is crowded'),
  text: text('{name}：{level}，在馆 {value} 人，占 {percent}%。', '{name}: {level}, {value} inside, {percent}%.'),
  inbox: 'todo',
  places: {
    name: { ...text('展馆', 'House'), sample: '大象馆' },
    level: { ...text('级别', 'Level'), sample: '黄色预警' },
    value: { ...text('人数', 'Number'), sample: '810' },
    percent: { ...text('百分比', 'Percentage'), sample: '81' },
  },
});
