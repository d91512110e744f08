import { text } from '#kernel/text/text.ts';

export const priceCalendarTexts = {
  before: text('上个月', 'Previous month'),
  after: text('下个月', 'Next month'),
  thisMonth: text('本月', 'This month'),
  undo: text('撤销', 'Undo'),
  from: text('从', 'From'),
  to: text('到', 'To'),
  weekdays: text('适用星期', 'Days of week'),
  everyDay: text('每天', 'Every day'),
  weekend: text('周末', 'Weekends'),
  fill: text('填入 {n} 天', 'Fill days ({n})'),
  soldOut: text('设为售罄', 'Mark as sold out'),
  clear: text('清除价格', 'Clear prices'),
  sold: text('售罄', 'Sold out'),
  left: text('余 {n}', '{n} left'),
  child: text('童 ¥{price}', 'Child ¥{price}'),
  none: text('未定价', 'No price set'),
  past: text('已过', 'Past'),
  count: text('已定价 {n} 天，售罄 {sold} 天', '{n} {n|day|days} priced, {sold} {sold|day|days} sold out'),
  most: text(
    '最多 {max} 天，有 {n} 天没有填入',
    'At most {max} {max|day|days}; {n} {n|day|days} {n|was|were} not filled',
  ),
  needed: text('没有价格的日期须填写成人价和余位。', 'Enter an adult price and availability for days without a price.'),
  wrong: text('{day} {label}：{message}', '{day}, {label}: {message}'),
  keys: text(
    '方向键选日期，Shift+方向键选多天，回车填价，Delete 清除，PgUp/PgDn 换月，Ctrl+Z 撤销；也可按住拖选',
    'Arrow keys select a day, Shift+arrows several, Enter sets the price, Delete clears, PgUp/PgDn change month, Ctrl+Z undoes; you can also drag',
  ),
  cleared: text('已清除 {n} 天的价格', 'Prices of {n} {n|day|days} cleared'),
} as const;
