import { type Text, text } from '#kernel/text/text.ts';

const states: Readonly<Record<string, Text>> = {
  dispatched: text('待接收', 'To accept'),
  accepted: text('待进场', 'To enter'),
  on_site: text('已进场', 'On site'),
  recording: text('检查中', 'Recording'),
  returned: text('退回补正', 'Returned'),
  submitted: text('已提交', 'Submitted'),
  refused: text('企业拒绝', 'Refused'),
};

/** How the phone names a state. */
export const checkStatusText = (status: string): Text => states[status] ?? text(status, status);
