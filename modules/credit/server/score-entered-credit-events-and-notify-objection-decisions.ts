import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { creditEvent } from '../contract/credit-event.ts';
import { kindsEnteredByOfficers } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import { guideCreditEvent } from '../contract/guide-credit-event.ts';
import * as messages from '../contract/message-templates.ts';
import { notifyGuideAboutCredit } from './notify-guide-about-credit-by-inbox-and-sms.ts';
import { expirySql, formulaInForceOn, pointsSql } from './record-and-annul-credit-events.ts';

const texts = {
  later: text('不能晚于今天', 'Cannot be later than today'),
  collected: text(
    '该类事项由系统从业务办理结果自动归集，不能登记',
    'Events of this kind are collected by the platform and cannot be entered',
  ),
  noDocument: text('请填写作出决定的文书号', 'Enter the number of the document'),
  upheld: text('异议成立，已撤销', 'upheld, and withdrawn'),
  dismissed: text('异议不成立', 'dismissed'),
};

const decided = (result: Text) =>
  ({ template: messages.objectionDecided, values: { title: 'title', result, decision: 'decision' } }) as const;

interface PointsOfEvent {
  readonly [column: string]: unknown;
  readonly points: number;
  readonly basis: string | null;
  readonly basis_en: string | null;
  readonly expires_on: string | null;
}

/** How an event of a kind counts by the formula in force. */
async function pointsByFormula(
  tx: Queryable,
  kind: string,
  happened: string | null | undefined,
): Promise<PointsOfEvent> {
  const found = await tx.row<PointsOfEvent>(sql`
    select ${pointsSql} as points, r.basis, r.basis_en, ${expirySql}::text as expires_on
    from credit_formula_rule r cross join (select 100 as share, ${happened ?? shanghaiToday()}::date as happened_on) e
    where r.formula_id = ${formulaInForceOn(shanghaiToday())} and r.kind = ${kind}`);
  return found ?? { points: 0, basis: null, basis_en: null, expires_on: null };
}

export const enterpriseCreditEventWriteHooks: WriteHooks<typeof creditEvent> = {
  /** What officers enter has an official document, and the points of the formula in force. */
  async add({ tx, values, fail }) {
    if (!(kindsEnteredByOfficers as readonly string[]).includes(values.kind ?? '')) fail('kind', texts.collected);
    if (!values.document_no) fail('document_no', texts.noDocument);
    if ((values.happened_on ?? '') > shanghaiToday()) fail('happened_on', texts.later);
    values.title = values.facts ?? '';
    values.share = 100;
    Object.assign(values, await pointsByFormula(tx, values.kind ?? '', values.happened_on));
  },
  notify: {
    uphold: decided(texts.upheld),
    dismiss: decided(texts.dismissed),
  },
};

/** Notifies a guide of the decision on their objection. */
function answerGuide(
  {
    engine,
    tx,
    before,
    input,
    afterStore,
  }: ChangeContext<typeof guideCreditEvent, object, { readonly decision: string }>,
  result: Text,
): void {
  const values = { title: before.title ?? '', result, decision: input.decision };
  const { guide_id: guide } = before;
  afterStore((row) =>
    notifyGuideAboutCredit({ engine, tx }, messages.objectionDecided, {
      guide,
      resource: guideCreditEvent,
      row,
      values,
    }),
  );
}

export const guideCreditEventWriteHooks: WriteHooks<typeof guideCreditEvent> = {
  async add({ tx, values, fail }) {
    if (!values.document_no) fail('document_no', texts.noDocument);
    if ((values.happened_on ?? '') > shanghaiToday()) fail('happened_on', texts.later);
    values.title = values.facts ?? '';
    values.share = 100;
    Object.assign(values, await pointsByFormula(tx, values.kind ?? '', values.happened_on));
  },
  moves: {
    uphold: (context) => answerGuide(context, texts.upheld),
    dismiss: (context) => answerGuide(context, texts.dismissed),
  },
};
