import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';

import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, key, list, number, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { opinionAlertRule } from '../../contract/opinion-alert-rule.ts';
import { previewTopicsOfAlertRule } from './preview-topics-of-alert-rule.ts';

/** Topics of a preview that are shown; their number is complete. */
const mostShown = 50;

/** `GET opinion.rule/raised {id}`: what a rule would have raised in the last thirty days. */
export const alertRulePreviewController: Controller = {
  app: 'admin',
  name: 'opinion.rule',
  actions: {
    raised: call({
      gate: 'rule',
      node: `${opinionAlertRule.name}/index`,
      summary: text('规则上月会触发的话题', 'Topics that a rule would have raised last month'),
      input: { id: rowKeyInput(text('规则编号', 'ID of the rule')) },
      answer: object({
        total: integer,
        list: list(
          object({ topic_id: key, title: string, at: integer, items: integer, negatives: integer, growth: number }),
        ),
      }),
      async run({ engine, caller, input: { id } }) {
        const scope = scopeOf(opinionAlertRule, caller, engine.find) ?? sql`true`;
        if (!(await engine.db.row(sql`select t.id from opinion_rule t where t.id = ${id} and ${scope}`)))
          throw notFound();
        const found = await previewTopicsOfAlertRule(engine.db, id);
        return {
          total: found.length,
          list: found.slice(0, mostShown).map(({ topic_id, title, at, items, negatives, growth }) => ({
            topic_id,
            title,
            at: Math.floor(at),
            items,
            negatives,
            growth,
          })),
        };
      },
    }),
  },
};
