import { text } from '#kernel/text/text.ts';
import { resourceController } from '#server/calls/resource-controller-derived-from-declaration.ts';
import { sql } from '#server/db/sql.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { isChoiceCall } from '#server/read/row/choices-for-reference-field.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import { memberAccount } from '../contract/member-account.ts';
import { moneyLog } from '../contract/member-balance-change-log.ts';
import { memberCentreMenuEntryOrRoute } from '../contract/member-centre-menu-entry-or-route.ts';
import { memberGroup } from '../contract/member-group.ts';
import { scoreLog } from '../contract/member-points-change-log.ts';
import { refuseOutsideJurisdiction } from './refuse-member-account-changes-outside-jurisdiction.ts';

const texts = {
  nobody: text('用户找不到啦', 'Member not found'),
  nothingDeleted: text('未删除任何行', 'No rows were deleted'),
};

type Row = Record<string, unknown> & { id: number; children?: Row[] };
interface Page {
  list: Row[];
  options?: Row[];
  [more: string]: unknown;
}

const parse = (answer: unknown): Page | undefined =>
  answer instanceof JsonText ? (JSON.parse(answer.text) as Page) : undefined;

/** Calls of the member resources, with answers reshaped to the wire contract (§2.7 user.*). */
export const buildAdminMemberAccountGroupMenuAndLogControllers = (): readonly Controller[] => [
  { app: 'admin', name: 'user.user', actions: userActions() },
  { app: 'admin', name: 'user.group', actions: groupActions() },
  { app: 'admin', name: 'user.rule', actions: ruleActions() },
  { app: 'admin', name: 'user.moneyLog', actions: logActions(moneyLog) },
  { app: 'admin', name: 'user.scoreLog', actions: logActions(scoreLog) },
];

/** Wraps an action so that its answer is transformed. */
const shaped = (action: Action | undefined, shape: (page: Page, call: Call) => unknown): Action => ({
  ...(action as Action),
  async handle(call) {
    const answer = await (action as Action).handle(call);
    const page = parse(answer);
    return page ? shape(page, call) : answer;
  },
});

const onRow = (shape: (row: Row, call: Call) => unknown) => async (page: Page, call: Call) => ({
  row: await shape(page.row as Row, call),
});

function userActions(): Record<string, Action> {
  const { index, edit } = resourceController(memberAccount).actions;
  return {
    index: shaped(index, async (page, call) =>
      isChoiceCall(call.params)
        ? { ...page, list: await withLabels(page.list, call) }
        : { ...page, list: page.list.map(numberGender) },
    ),
    edit: shaped(
      edit,
      onRow((row) => ({ ...numberGender(row), password: '' })),
    ),
  };
}

/**
 * Sends `gender` as a number (specification §3), where other options are text. The column may not have been requested.
 */
const numberGender = (row: Row): Row => ('gender' in row ? { ...row, gender: Number(row.gender) } : row);

/** Adds labels to member options: account and the name searched for. */
async function withLabels(rows: readonly Row[], call: Call): Promise<object[]> {
  const found = await people(
    call,
    rows.map((row) => Number(row.id)),
  );
  const names = new Map(found.map((one) => [one.id, one.nickname]));
  return rows.map((row) => ({
    ...row,
    nickname: names.get(Number(row.id)) ?? '',
    nickname_text: `${String(row.username)}(ID:${row.id})`,
  }));
}

/** Rules of a group as sent in lists: `*` or keys. */
const written = (rules: readonly number[] | null) => (rules === null ? '*' : rules.join(','));

function groupActions(): Record<string, Action> {
  const { index, edit } = resourceController(memberGroup).actions;
  return {
    index: shaped(index, async (page, { engine, params }) => {
      if (isChoiceCall(params)) return page;
      const ids = page.list.map(({ id }) => id);
      const rules = new Map(
        (
          await engine.db.rows<{ id: number; rules: number[] | null }>(
            sql`select id, rules from user_group where id = any(${ids}::bigint[])`,
          )
        ).map((one) => [one.id, written(one.rules)]),
      );
      return { ...page, list: page.list.map((row) => ({ ...row, rules: rules.get(row.id) ?? '' })) };
    }),
    // keys of leaves as text, since the tree adds their parents; `['*']` means all
    edit: shaped(
      edit,
      onRow(async (row, { engine }) => {
        if (row.rules === null) return { ...row, rules: ['*'] };
        const parents = await engine.db.rows<{ pid: number }>(
          sql`select distinct pid from user_rule where pid is not null`,
        );
        const above = new Set(parents.map(({ pid }) => pid));
        return { ...row, rules: (row.rules as number[]).filter((key) => !above.has(key)).map(String) };
      }),
    ),
  };
}

function ruleActions(): Record<string, Action> {
  const { index } = resourceController(memberCentreMenuEntryOrRoute).actions;
  return {
    index: shaped(index, (page) =>
      page.options ? page : { ...page, list: page.list.map((row) => ({ ...row, children: row.children ?? [] })) },
    ),
  };
}

interface Person {
  [column: string]: unknown;
  id: number;
}

/** Members as named in logs, without personal data. */
const people = (call: Call, ids: readonly number[]) =>
  call.engine.db.rows<Person>(
    sql`select id, username, nickname, coalesce(avatar, '') as avatar, to_char(money / 100.0, 'FM9999999990.00') as money, score
      from member where id = any(${ids}::bigint[])`,
  );

/** Actions of the logs of balance and score: append only. */
function logActions(log: typeof moneyLog | typeof scoreLog): Record<string, Action> {
  const { index, edit, add } = resourceController(log).actions;
  const withUsers = async (rows: readonly Row[], call: Call) => {
    const users = new Map(
      (
        await people(
          call,
          rows.map((row) => Number(row.user_id)),
        )
      ).map((one) => [one.id, one]),
    );
    return rows.map((row) => ({ ...row, user: users.get(Number(row.user_id)) ?? row.user }));
  };
  return {
    index: shaped(index, async (page, call) =>
      isChoiceCall(call.params) ? page : { ...page, list: await withUsers(page.list, call) },
    ),
    edit: shaped(
      edit,
      onRow(async (row, call) => (await withUsers([row], call))[0]),
    ),
    add: {
      ...(add as Action),
      async handle(call) {
        if (call.method !== 'GET' || call.query.userId === undefined) return (add as Action).handle(call);
        const id = readKey(call.query.userId);
        const [found] = await people(call, [id]);
        if (!found) throw new Refused(texts.nobody, { data: { reason: 'not_found' } });
        await refuseOutsideJurisdiction({ engine: call.engine, tx: call.engine.db, caller: call.caller }, id);
        return { user: found };
      },
    },
    del: call({
      gate: 'rule',
      node: `${log.name}/index`,
      methods: ['DELETE', 'POST'],
      silent: true,
      summary: text('变动记录不可删除', 'Change records cannot be deleted'),
      answer: nothing,
      run() {
        throw new Refused(texts.nothingDeleted, { data: { reason: 'forbidden' } });
      },
    }),
  };
}
