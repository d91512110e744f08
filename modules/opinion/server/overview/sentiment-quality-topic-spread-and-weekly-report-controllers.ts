import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { document } from '#modules/document/contract/document.ts';
import { can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, key, list, number, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { opinionItem } from '../../contract/opinion-post.ts';
import { opinionTopic } from '../../contract/opinion-topic-of-similar-posts.ts';
import { opinionWeeklyReportDocument } from '../../contract/opinion-weekly-report-document.ts';
import { readHourlyPostCountsOfTopic } from './read-hourly-post-counts-of-topic.ts';
import { readSentimentPrecisionAndRecall } from './read-sentiment-precision-and-recall.ts';
import { valuesOfWeeklyReportDocument } from './values-of-weekly-report-document.ts';

const texts = {
  node: text('您没有起草文书的权限', 'You may not draft documents'),
  source: text('还没有舆情来源', 'There is no source yet'),
};

/** `GET opinion.item/quality`, `POST opinion.item/draftWeeklyReport`: on the last seven days of the caller’s area. */
const itemController: Controller = {
  app: 'admin',
  name: 'opinion.item',
  actions: {
    quality: call({
      gate: 'rule',
      node: `${opinionItem.name}/index`,
      summary: text('倾向判断的准确率与召回率', 'Precision and recall of the sentiment'),
      answer: object({
        labelled: integer,
        accuracy: number,
        classes: list(
          object({
            sentiment: string,
            labelled: integer,
            predicted: integer,
            right: integer,
            precision: orNull(number),
            recall: orNull(number),
          }),
        ),
      }),
      run: ({ engine, caller }) =>
        readSentimentPrecisionAndRecall(engine.db, scopeOf(opinionItem, caller, engine.find) ?? sql`true`),
    }),
    draftWeeklyReport: call({
      gate: 'rule',
      node: `${opinionItem.name}/index`,
      methods: ['POST'],
      title: text('起草舆情周报', 'Draft the weekly report'),
      summary: text('起草最近七天的舆情周报', 'Draft the weekly report on the last seven days'),
      answer: object({ id: key }),
      async run({ engine, caller }) {
        if (!can(caller, `${document.name}/add`)) throw new Refused(texts.node, { data: { reason: 'forbidden' } });
        // who has no jurisdiction of their own reports on the widest area that has a source
        const widest = await engine.db.row<{ area_code: string }>(
          sql`select area_code from opinion_source order by area_code limit 1`,
        );
        const areas = engine.reference.areas();
        const area_code = areas.has(caller.areaCode) ? caller.areaCode : widest?.area_code;
        if (!area_code) throw new Refused(texts.source, { data: { reason: 'invalid' } });
        const values = await valuesOfWeeklyReportDocument(engine.db, area_code, shanghaiToday());
        // a title ends with the kind of document
        const title = `${areas.get(area_code)?.name ?? ''}（${values.period}）${opinionWeeklyReportDocument.label['zh-cn']}`;
        const { id } = await write(engine, document, caller, {
          operation: 'add',
          input: { title, code: opinionWeeklyReportDocument.name, area_code },
          set: { data: JSON.stringify(values) },
        });
        return { id };
      },
    }),
  },
};

/** `GET opinion.topic/spread {id}` */
const topicController: Controller = {
  app: 'admin',
  name: 'opinion.topic',
  actions: {
    spread: call({
      gate: 'rule',
      node: `${opinionTopic.name}/index`,
      summary: text('话题的传播曲线', 'How a topic spread'),
      input: { id: rowKeyInput(text('话题编号', 'ID of the topic')) },
      answer: object({
        from: integer,
        step: integer,
        buckets: list(object({ n: integer, negatives: integer, total: integer })),
      }),
      async run({ engine, caller, input: { id } }) {
        const scope = scopeOf(opinionTopic, caller, engine.find) ?? sql`true`;
        if (!(await engine.db.row(sql`select t.id from opinion_topic t where t.id = ${id} and ${scope}`)))
          throw notFound();
        return readHourlyPostCountsOfTopic(engine.db, id);
      },
    }),
  },
};

export const sentimentQualityTopicSpreadAndWeeklyReportControllers: readonly Controller[] = [
  itemController,
  topicController,
];
