import { text } from '#kernel/text/text.ts';

export const crewAssignmentTexts = {
  title: text('谁有空', 'Who is free'),
  when: text(
    '先填旅行社和出发、结束时间，这里显示谁有空。',
    'Enter the agency, departure and end first to see who is available.',
  ),
  search: text('按姓名、证号、车牌或企业查找', 'Search by name, card number, plate or firm'),
  none: text('没有可选用的{lane}', 'No available {lane}'),
  notFound: text('没有找到“{search}”', 'No results for “{search}”'),
  free: text('有空', 'Available'),
  busy: text('已有团队', 'On a team'),
  conflict: text('时间冲突', 'Time conflict'),
  ending: text('证件将于行程期间到期', 'Document expires during the trip'),
  own: text('本团', 'This team'),
  other: text('其他安排', 'Other booking'),
  spell: text('{from}—{to} {team}', '{from} to {to} {team}'),
  take: text('选用', 'Select'),
  takeOne: text('选用{name}', 'Select {name}'),
  drop: text('取消选用', 'Deselect'),
  dropOne: text('取消选用{name}', 'Deselect {name}'),
  more: text('再显示 20 个', 'Show 20 more'),
  coach: text('先选用车辆', 'Select a vehicle first'),
  driver: text('已选用{name}，请选驾驶员', '{name} selected; now select a driver'),
  selected: text('已选用{name}', '{name} selected'),
  dropped: text('已取消选用{name}', '{name} deselected'),
  keys: text('上下方向键在名单中移动，回车选用或取消', 'Up/down arrows move in the list, Enter selects or deselects'),
};
