import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, list, nothing, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { callbackPath } from '../contract/official-account-kinds-and-encryption-modes.ts';
import { maxSimulatedText, simulatedActions } from '../contract/simulator-actions-and-answer-types.ts';
import { readAccountVisibleToCaller } from './account/read-account-visible-to-caller.ts';
import { callWechatApi } from './api/call-wechat-api-renewing-token-once.ts';
import { WechatError } from './api/wechat-api-error.ts';
import { readMenuForSimulator } from './simulator/read-menu-for-simulator.ts';
import { simulateReply } from './simulator/simulate-reply.ts';

const texts = {
  works: text('接入正常：微信已接受调用', 'Connected: WeChat accepted a call'),
  error: text('微信返回 {code}：{message}', 'WeChat answered {code}: {message}'),
  unconnected: text('公众号还没有接入', 'The account is not connected'),
};

const id = rowKeyInput(text('公众号编号', 'ID of the account'));

/** Calls about one account: how it is connected, and its simulator. */
export const connectionTestAndSimulatorController: Controller = {
  app: 'admin',
  name: 'wechat.account',
  actions: {
    connection: call({
      gate: 'rule',
      node: 'wechat/account/index',
      summary: text('公众号的回调地址', 'The callback address of an account'),
      input: { id },
      answer: object({ address: string, connected: boolean }),
      async run({ engine, caller, request, input }) {
        const account = await readAccountVisibleToCaller(engine, caller, input.id);
        const platform = publicAddressOrHost(engine.settings, request);
        return { address: `${platform}${callbackPath}/${account.appId}`, connected: account.isConnected };
      },
    }),
    test: call({
      gate: 'rule',
      node: 'wechat/account/edit',
      methods: ['POST'],
      title: text('检查公众号接入', 'Test the connection of an account'),
      summary: text('向微信发一次调用，检查接入', 'Makes a call of WeChat to test the connection'),
      limit: { perMinute: 10 },
      input: { id },
      answer: nothing,
      async run({ engine, caller, input }) {
        const account = await readAccountVisibleToCaller(engine, caller, input.id);
        if (!account.isConnected) throw new Refused(texts.unconnected);
        try {
          await callWechatApi(engine, account, '/cgi-bin/get_current_selfmenu_info', {});
        } catch (error) {
          if (!(error instanceof WechatError)) throw error;
          const { errcode, errmsg } = error;
          throw new Refused(texts.error, { values: { code: errcode ?? '-', message: errmsg } });
        }
        return new Answer(null, texts.works[caller.locale]);
      },
    }),
    simulator: call({
      gate: 'rule',
      node: 'wechat/account/simulate',
      summary: text('模拟器里的菜单', 'The menu in the simulator'),
      input: { id, menu: field.integer(text('菜单编号', 'ID of a menu'), { min: 1 }) },
      answer: object({
        menu: orNull(object({ id: integer, name: string, revision: orNull(integer), status: string })),
        buttons: list(
          object({
            level: string,
            name: string,
            kind: orNull(string),
            event_key: orNull(string),
            url: orNull(string),
          }),
        ),
      }),
      async run({ engine, caller, input }) {
        const account = await readAccountVisibleToCaller(engine, caller, input.id);
        return readMenuForSimulator(engine, account.id, input.menu);
      },
    }),
    simulate: call({
      gate: 'rule',
      node: 'wechat/account/simulate',
      methods: ['POST'],
      summary: text(
        '模拟粉丝的一次动作，返回回复与命中的规则',
        'What a follower would be answered, and the rule that answers',
      ),
      limit: { perMinute: 240 },
      input: {
        id,
        action: field.select(text('动作', 'Action'), { required: true, options: simulatedActions }),
        text: field.text(text('内容或键值', 'Text or key'), { max: maxSimulatedText }),
      },
      answer: object({
        reply: orNull(
          object({
            type: string,
            content: orNull(string),
            cards: list(object({ title: string, description: string, picture: string, url: string })),
            choices: list(string),
          }),
        ),
        rule: orNull(object({ id: integer, name: string, keyword: orNull(string), match: orNull(string) })),
        later: boolean,
        took: integer,
      }),
      async run({ engine, caller, request, input }) {
        const account = await readAccountVisibleToCaller(engine, caller, input.id);
        // addresses can be tried where the platform has no public one yet
        const platform = publicAddressOrHost(engine.settings, request);
        return simulateReply(engine, { ...account, platform }, input.action, input.text ?? '');
      },
    }),
  },
};
