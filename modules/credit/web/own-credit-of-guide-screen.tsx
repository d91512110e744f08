import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { creditEventStates, objectToCreditEvent } from '../contract/credit-event-fields-and-moves.ts';
import {
  creditLists,
  guideCreditEventKinds,
  listingMeasures,
} from '../contract/credit-event-kinds-lists-and-grounds.ts';
import {
  guideObjectionFields,
  guideStatementFields,
  type OwnCreditEvent,
  type OwnCreditListing,
  type OwnCreditOfGuide,
} from '../contract/own-credit-of-guide-answer-types.ts';
import { ownCreditOfGuideScreen } from '../contract/own-credit-of-guide-screen.ts';
import { redOrBlackListEntryLifecycle } from '../contract/red-or-black-list-entry-lifecycle.ts';
import { CreditScoreBreakdown } from './credit-score-breakdown.tsx';
import './own-credit-of-guide-screen.css';

const texts = {
  notGuide: text('您的账号没有绑定导游证。', 'No guide card is linked to your account.'),
  noScore: text(
    '还没有评分，导游证核验后的当晚计算。',
    'No score yet. It is computed in the night after the card is verified.',
  ),
  listings: text('信用名单', 'Credit lists'),
  events: text('信用事项', 'Credit events'),
  noEvents: text('没有信用事项', 'No credit events'),
  until: text(
    '请在 {day} 前陈述申辩；逾期未提出的，主管部门可以直接认定。',
    'State your case until {day}; after that the authority may decide without it.',
  ),
  reason: text('列入事由', 'Reason'),
  basis: text('依据', 'Ground'),
  between: text('；', '; '),
  measures: text('管理措施', 'Measures'),
  notice: text('告知书文号', 'Notice'),
  statement: text('您的陈述申辩', 'Your statement'),
  opinion: text('认定意见', 'Findings'),
  decision: text('决定书文号', 'Decision'),
  period: text('列入期限', 'Period'),
  range: text('{from} 至 {to}', '{from} to {to}'),
  state: text('陈述申辩', 'State your case'),
  waive: text('放弃陈述申辩', 'Waive the statement'),
  waiveLead: text(
    '放弃后不能再陈述申辩，主管部门可以直接认定。',
    'You cannot state your case afterwards, and the authority may decide at once.',
  ),
  stateLead: text('只能提交一次，提交后不能修改。', 'You can submit it once; it cannot be changed.'),
  object: text('提出异议', 'Object'),
  submit: text('提交', 'Submit'),
  points: text('{n} 分', '{n} {n|point|points}'),
  counts: text('计分至 {day} 前', 'counts until before {day}'),
  objection: text('您的异议：{content}', 'Your objection: {content}'),
  answer: text('处理意见：{content}', 'Findings: {content}'),
} as const;

type OpenedDialog =
  | { readonly call: 'object'; readonly id: number }
  | { readonly call: 'state' | 'waive'; readonly id: number };

const dialogs = {
  object: { title: texts.object, lead: objectToCreditEvent.effect, fields: guideObjectionFields as Fields },
  state: { title: texts.state, lead: texts.stateLead, fields: guideStatementFields as Fields },
  waive: { title: texts.waive, lead: texts.waiveLead, fields: {} as Fields },
} as const;

/** Screen `/user/credit/own`: the credit of a guide, with what they say about it. */
export default function OwnCreditOfGuideScreen() {
  const t = useText();
  const [opened, setOpened] = useState<OpenedDialog>();
  const query = useQuery({
    queryKey: ['credit', 'own'],
    queryFn: queryFnFor<OwnCreditOfGuide>('/api/credit.own/read', {}, { area: 'api' }),
  });
  const dialog = opened && dialogs[opened.call];
  return (
    <ModuleScreenFrame title={t(ownCreditOfGuideScreen.label)} className="xj-own-credit">
      <QueryResultOrError query={query}>
        {(credit) => (credit.guide ? <Credit of={credit} onOpenDialog={setOpened} /> : <p>{t(texts.notGuide)}</p>)}
      </QueryResultOrError>
      {opened && dialog && (
        <DialogFormOfApiCall
          key={`${opened.call} ${opened.id}`}
          title={t(dialog.title)}
          lead={t(dialog.lead)}
          okText={t(opened.call === 'waive' ? texts.waive : texts.submit)}
          danger={opened.call === 'waive'}
          fields={dialog.fields}
          path={`/api/credit.own/${opened.call}`}
          area="api"
          about={{ id: opened.id }}
          onDone={() => {
            setOpened(undefined);
            void query.refetch();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </ModuleScreenFrame>
  );
}

interface CreditProps {
  readonly of: OwnCreditOfGuide;
  onOpenDialog(opened: OpenedDialog): void;
}

function Credit({ of: { guide, score, events, listings }, onOpenDialog }: CreditProps) {
  const t = useText();
  return (
    <>
      <p>
        {guide?.name} · {guide?.card_no}
      </p>
      {listings.length > 0 && (
        <section>
          <h2>{t(texts.listings)}</h2>
          {listings.map((one) => (
            <Listing key={one.id} listing={one} onOpenDialog={onOpenDialog} />
          ))}
        </section>
      )}
      <div className="xj-credit">{score ? <CreditScoreBreakdown of={score} /> : <p>{t(texts.noScore)}</p>}</div>
      <section>
        <h2>{t(texts.events)}</h2>
        {events.length === 0 && <p>{t(texts.noEvents)}</p>}
        <ul className="xj-own-credit-events">
          {events.map((one) => (
            <Event key={one.id} event={one} onOpenDialog={onOpenDialog} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Listing({
  listing,
  onOpenDialog,
}: {
  readonly listing: OwnCreditListing;
  onOpenDialog(opened: OpenedDialog): void;
}) {
  const t = useText();
  const { id, list, no, status, starts_on, ends_on, statement_until } = listing;
  const state = redOrBlackListEntryLifecycle.states[status as keyof typeof redOrBlackListEntryLifecycle.states];
  const measures = listing.measures.map((one) => t(listingMeasures[one])).join(t(texts.between));
  const period = starts_on && ends_on ? t(texts.range, { from: starts_on, to: ends_on }) : null;
  const rows: readonly (readonly [ReturnType<typeof text>, ReactNode])[] = [
    [texts.reason, listing.reason],
    [texts.basis, listing.basis],
    [texts.measures, measures],
    [texts.notice, listing.notice_no],
    [texts.statement, listing.statement],
    [texts.opinion, listing.opinion],
    [texts.decision, listing.decision_no],
    [texts.period, period],
  ];
  return (
    <article className="xj-own-credit-listing" data-tone={creditLists[list].tone}>
      <h3>
        {t(creditLists[list])} <small>{no}</small> <span>{state && t(state)}</span>
      </h3>
      <dl>
        {rows.map(([label, value]) =>
          value ? (
            <div key={label.en}>
              <dt>{t(label)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {listing.awaits_statement && (
        <>
          {statement_until && <p>{t(texts.until, { day: statement_until })}</p>}
          <p className="xj-own-credit-buttons">
            <Button type="primary" onClick={() => onOpenDialog({ call: 'state', id })}>
              {t(texts.state)}
            </Button>
            <Button onClick={() => onOpenDialog({ call: 'waive', id })}>{t(texts.waive)}</Button>
          </p>
        </>
      )}
    </article>
  );
}

function Event({ event, onOpenDialog }: { readonly event: OwnCreditEvent; onOpenDialog(opened: OpenedDialog): void }) {
  const t = useText();
  const { id, kind, title, document_no, happened_on, points, expires_on, status, objection, decision } = event;
  const state = creditEventStates[status as keyof typeof creditEventStates];
  const facts = [
    happened_on,
    t(guideCreditEventKinds[kind]),
    document_no,
    t(texts.points, { n: points > 0 ? `+${points}` : String(points).replace('-', '−') }),
    expires_on && status !== 'withdrawn' ? t(texts.counts, { day: expires_on }) : '',
  ];
  return (
    <li>
      <h3>
        {title} <span data-tone={state?.tone}>{state && t(state)}</span>
      </h3>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {objection && <p>{t(texts.objection, { content: objection })}</p>}
      {decision && <p>{t(texts.answer, { content: decision })}</p>}
      {event.objectable && (
        <Button size="small" onClick={() => onOpenDialog({ call: 'object', id })}>
          {t(texts.object)}
        </Button>
      )}
    </li>
  );
}
