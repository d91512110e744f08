/** A reply to a follower, in the terms of WeChat. */
export type ReplyMessage =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'image'; readonly media_id: string }
  | { readonly type: 'news'; readonly cards: readonly ReplyMessageCard[] }
  | {
      readonly type: 'choices';
      readonly head: string;
      readonly choices: readonly { readonly id: string; readonly content: string }[];
    }
  | { readonly type: 'transfer' };

export interface ReplyMessageCard {
  readonly title: string;
  readonly description: string;
  readonly picture: string;
  readonly url: string;
}

/** Whether it can be the answer to the call of WeChat itself; choices exist as messages of customer service only. */
export const canBeAnswerToWechatCallback = ({ type }: ReplyMessage): boolean => type !== 'choices';
