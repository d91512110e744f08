import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescription, CallDescriptions } from '#server/http/call-description.ts';
import {
  boolean,
  bootQuery,
  enumOf,
  integer,
  key,
  list,
  nothing,
  object,
  string,
} from '#server/open-api/json-schema-shorthands.ts';

const notDeletable: CallDescription = {
  summary: text('变动记录不可删除', 'Change records cannot be deleted'),
  data: nothing,
};

const checkIn = { done: boolean, streak: integer, next: integer };
const filter = {
  from: field.date(text('开始日期', 'Start date')),
  to: field.date(text('结束日期', 'End date')),
  way: field.select(text('收支', 'Increase or decrease'), {
    options: { in: text('增加', 'Increase'), out: text('减少', 'Decrease') },
  }),
};
const ofLog = {
  page: field.integer(text('页码', 'Page'), { min: 1 }),
  limit: field.integer(text('每页条数', 'Rows per page'), { min: 1 }),
  ...filter,
};
const change = { id: key, user_id: key, memo: string, createtime: integer };

/** Descriptions of the start call of the member centre and of append-only logs for the API document. */
export const memberApiCallDescriptions: CallDescriptions = {
  'admin/user.moneyLog/del': notDeletable,
  'admin/user.scoreLog/del': notDeletable,
  'api/user/index': {
    summary: text('会员中心启动数据', 'Start-up data of the member centre'),
    query: bootQuery,
    data: object({
      userInfo: object({
        id: key,
        username: string,
        nickname: string,
        avatar: string,
        money: string,
        score: integer,
        lastlogintime: integer,
        failures: integer,
      }),
      menus: list(
        object({
          id: integer,
          pid: integer,
          type: enumOf('menu_dir', 'menu', 'route', 'button'),
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
      opens: string,
      settings: object({}),
      words: string,
    }),
  },
  'api/account/overview': {
    summary: text(
      '会员首页：待办、签到与近七天的变动',
      'Member home: to-dos, check-in and changes of the last seven days',
    ),
    data: object({
      days: list(string),
      score: list(integer),
      money: list(string),
      sign_ins: list(integer),
      login_days: integer,
      recent: list(
        object({ of: enumOf('score', 'money'), id: key, change: string, memo: string, createtime: integer }),
      ),
      check_in: object(checkIn),
      todo: list(object({ resource: string, title: string, tone: string, count: integer, path: string })),
      today: list(
        object({
          resource: string,
          title: string,
          count: integer,
          path: string,
          none: { type: ['string', 'null'] },
          rows: list(
            object({
              id: key,
              title: string,
              at: { type: ['integer', 'string', 'null'] },
              state: string,
              tone: string,
            }),
          ),
        }),
      ),
      acts: list(object({ resource: string, title: string, path: string })),
      standings: list(
        object(
          {
            resource: string,
            id: key,
            title: string,
            state: string,
            tone: string,
            to: string,
            // null: the record is the member; `to` names its screen
            role: { type: ['string', 'null'] },
          },
          ['resource', 'id', 'title', 'role', 'state', 'tone'],
        ),
      ),
      decided: list(object({ id: key, kind: string, label: string, content: string, createtime: integer })),
      begins: list(object({ label: string, text: string, to: string })),
    }),
  },
  'api/account/dailyCheckIn': {
    summary: text('每日签到', 'Daily check-in'),
    data: object({ points: integer, ...checkIn }),
  },
  'api/account/balance': {
    summary: text('本人余额变动', 'Own balance changes'),
    query: ofLog,
    data: object({ list: list(object({ ...change, money: string, before: string, after: string })), total: integer }),
  },
  'api/account/integral': {
    summary: text('本人积分变动', 'Own points changes'),
    query: ofLog,
    data: object({
      list: list(object({ ...change, score: integer, before: integer, after: integer })),
      total: integer,
    }),
  },
  'api/account/statement': {
    summary: text('本人余额或积分变动的表格（CSV）', 'Own balance or points changes as a table (CSV)'),
    raw: 'text/csv',
    query: {
      of: field.select(text('哪一本', 'Balance or points'), {
        required: true,
        options: { balance: text('余额', 'Balance'), integral: text('积分', 'Points') },
      }),
      ...filter,
    },
  },
};
