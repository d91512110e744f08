import { text } from '#kernel/text.ts';
import type { CallDescription, CallDescriptions } from '#server/open-api/document.ts';
import { boolean, integer, key, list, nothing, object, string, words } from '#server/open-api/schema.ts';

const kept: CallDescription = {
  summary: text('变动记录不可删除', 'Changes stay on record'),
  data: nothing,
};

/** What the API document says of what the member centre starts with, and of logs that are never deleted. */
export const memberCalls: CallDescriptions = {
  'admin/user.moneyLog/del': kept,
  'admin/user.scoreLog/del': kept,
  'api/user/index': {
    summary: text('会员中心启动数据', 'What the member centre starts with'),
    data: object({
      userInfo: object({ id: key, username: string, nickname: string, avatar: string, money: string, score: integer }),
      menus: list(
        object({
          id: integer,
          pid: integer,
          type: words('menu_dir', 'menu', 'route', 'button'),
          name: string,
          title: string,
        }),
      ),
      held: list(
        object({
          resource: string,
          roles: list(string),
          list: list(object({ id: integer, title: string, role: string })),
          more: boolean,
        }),
      ),
      settings: object({}),
      words: string,
    }),
  },
};
