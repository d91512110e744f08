import { text } from '#kernel/text/text.ts';

/** Actions of a follower that the simulator offers. */
export const simulatedActions = {
  text: text('发文字', 'Write'),
  click: text('点菜单', 'Press a button'),
  subscribe: text('关注', 'Follow'),
  scan: text('扫描二维码', 'Scan a code'),
  other: text('发图片等', 'Send a picture'),
};
export type SimulatedAction = keyof typeof simulatedActions;

export const maxSimulatedText = 2048;

/** Answer of `wechat.account/simulate`. */
export interface SimulatedReply {
  readonly reply: {
    readonly type: string;
    readonly content: string | null;
    readonly cards: readonly {
      readonly title: string;
      readonly description: string;
      readonly picture: string;
      readonly url: string;
    }[];
    readonly choices: readonly string[];
  } | null;
  readonly rule: {
    readonly id: number;
    readonly name: string;
    readonly keyword: string | null;
    readonly match: string | null;
  } | null;
  /** It would come as a message of customer service, a moment later. */
  readonly later: boolean;
  /** Milliseconds. */
  readonly took: number;
}

/** Answer of `wechat.account/simulator`. */
export interface SimulatorMenu {
  readonly menu: {
    readonly id: number;
    readonly name: string;
    readonly revision: number | null;
    readonly status: string;
  } | null;
  readonly buttons: readonly {
    readonly level: string;
    readonly name: string;
    readonly kind: string | null;
    readonly event_key: string | null;
    readonly url: string | null;
  }[];
}
