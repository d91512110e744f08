import { text } from '#kernel/text.ts';

export const words = {
  title: text('谁有空', 'Who is free'),
  when: text(
    '先填旅行社和出发、结束时间，这里显示谁有空。',
    'Say which agency and from when until when: who is free stands here.',
  ),
  search: text('按姓名、证号、车牌或企业查找', 'Name, card, plate or firm'),
  none: text('没有可选用的{lane}', 'Nobody to choose here'),
  notFound: text('没有找到“{said}”', 'Nothing found for "{said}"'),
  free: text('有空', 'Free'),
  busy: text('已有团队', 'With a team'),
  conflict: text('时间冲突', 'Clash'),
  ending: text('证件将于行程期间到期', 'Papers end during the trip'),
  own: text('本团', 'This team'),
  other: text('其他安排', 'another team or hire'),
  spell: text('{from}—{to} {team}', '{from} to {to} {team}'),
  take: text('选用', 'Choose'),
  takeOne: text('选用{name}', 'Choose {name}'),
  drop: text('取消选用', 'Let go'),
  dropOne: text('取消选用{name}', 'Let go of {name}'),
  more: text('再显示 20 个', 'Show 20 more'),
  coach: text('先选用车辆', 'Choose a coach first'),
  driver: text('已选用{name}，请选驾驶员', '{name} is chosen: now its driver'),
  taken: text('已选用{name}', '{name} is chosen'),
  dropped: text('已取消选用{name}', 'Let go of {name}'),
  keys: text('上下方向键在名单中移动，回车选用或取消', 'Arrows move through the list, Enter chooses or lets go'),
};
