import { useQuery } from '@tanstack/react-query';
import { Button, Empty } from 'antd';
import { useState } from 'react';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import AdministrativeDivisionInput from '#web/input/reference/administrative-division-input.tsx';
import { QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { can } from '#web/session/session.ts';
import type { ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';
import { anomalyCodes, ruleActions, severities } from '../../contract/anomaly/anomaly-codes-actions-and-severities.ts';
import {
  type AnomalyRuleInArea,
  type JudgedFindingCounts,
  minJudgedCount,
  poorPrecisionPercent,
  precisionOfRule,
  type ThresholdInArea,
} from '../../contract/anomaly/anomaly-rule-in-area-answer-types.ts';
import { areaThresholdBounds } from '../../contract/anomaly/area-threshold-bounds.ts';
import { AdjustAnomalyThresholdOfAreaDialog } from './adjust-anomaly-threshold-of-area-dialog.tsx';
import './anomaly-rules-with-thresholds-and-precision-view.css';

const texts = {
  area: text('地区', 'Area'),
  list: text('规则', 'Rules'),
  everywhere: text('系统设置', 'system setting'),
  from: text('{value} {unit}（{area}）', '{value} {unit} ({area})'),
  move: text('调整', 'Adjust'),
  history: text('记录', 'Record'),
  moveOf: text('调整{label}', 'Adjust {label}'),
  precision: text('准确率 {n}%', 'Precision {n}%'),
  of: text('核查 {n} 条，属实 {yes} 条', '{n} reviewed, {yes} confirmed'),
  nobody: text('尚无核查', 'None reviewed yet'),
  open: text('待核查 {n} 条', '{n} pending review'),
  byArea: text('各地准确率', 'Precision by area'),
  areaOf: text('{area}：{n}%（{count} 条）', '{area}: {n}% ({count})'),
  rests: { ...text('已停用', 'Disabled'), tone: 'muted' as const },
  poor: { ...text('误报较多', 'Many false alarms'), tone: 'warning' as const },
  none: text('没有规则', 'No rules'),
};

const areaField = field.area(texts.area, {});

interface Rules {
  readonly area: string;
  readonly list: readonly AnomalyRuleInArea[];
}

/** Lens of the thresholds: rules with their thresholds in an area, where these come from, and the precision. */
export default function AnomalyRulesWithThresholdsAndPrecisionView({
  resource,
  param,
  setParams,
  onOpen,
}: ModuleLensProps) {
  const areaCode = param('area') ?? '';
  const [moved, setMoved] = useState<{ threshold: ThresholdInArea; area: string }>();
  const query = useQuery({
    queryKey: ['resource', resource.name, 'rules', areaCode],
    queryFn: queryFnFor<Rules>('/admin/travel.threshold/rules', areaCode ? { area: areaCode } : {}),
  });
  return (
    <section className="xj-rules">
      <div className="xj-rules-area">
        <span id="rules-area-label">{translate(texts.area)}</span>
        <AdministrativeDivisionInput
          id="rules-area"
          name="area"
          field={areaField}
          value={areaCode || query.data?.area || null}
          onChange={(next) => setParams({ area: typeof next === 'string' && next ? next : undefined })}
        />
      </div>
      <QueryResultOrError query={query}>
        {({ list, area }) => (
          <>
            {list.length === 0 && <Empty description={translate(texts.none)} />}
            <ul className="xj-rule-list" aria-label={translate(texts.list)}>
              {list.map((one) => (
                <li key={one.code}>
                  <Rule rule={one} onMove={(threshold) => setMoved({ threshold, area })} onOpen={onOpen} />
                </li>
              ))}
            </ul>
            {moved?.area === area && (
              <AdjustAnomalyThresholdOfAreaDialog {...moved} onClose={() => setMoved(undefined)} />
            )}
          </>
        )}
      </QueryResultOrError>
    </section>
  );
}

interface RuleProps {
  readonly rule: AnomalyRuleInArea;
  onMove(threshold: ThresholdInArea): void;
  onOpen: ModuleLensProps['onOpen'];
}

function Rule({ rule, onMove, onOpen }: RuleProps) {
  const { code, severity, action, article, rests, judged, open, areas } = rule;
  return (
    <article className="xj-rule" aria-labelledby={`rule-${code}`}>
      <header>
        <h3 id={`rule-${code}`}>
          {code} {translate(anomalyCodes[code])}
        </h3>
        <OptionTag option={severities[severity]} />
        <OptionTag option={rests ? texts.rests : ruleActions[action]} />
      </header>
      <p className="xj-rule-article">{translate(article)}</p>
      <Precision judged={judged} />
      {open > 0 && <p className="xj-rule-open">{translate(texts.open, { n: open })}</p>}
      {rule.thresholds.map((one) => (
        <Threshold key={one.name} threshold={one} onMove={onMove} onOpen={onOpen} />
      ))}
      {areas.length > 1 && (
        <details>
          <summary>{translate(texts.byArea)}</summary>
          <ul>
            {areas.map((one) => (
              <li key={one.code}>
                {translate(texts.areaOf, {
                  area: one.name,
                  n: precisionOfRule(one) ?? 0,
                  count: one.confirmed + one.false_alarm,
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

/** Shows the number of judged findings next to their share. */
function Precision({ judged }: { judged: JudgedFindingCounts }) {
  const precision = precisionOfRule(judged);
  const n = judged.confirmed + judged.false_alarm;
  if (precision === undefined) return <p className="xj-rule-open">{translate(texts.nobody)}</p>;
  return (
    <p className="xj-rule-precision">
      <strong>{translate(texts.precision, { n: precision })}</strong>
      <span>{translate(texts.of, { n, yes: judged.confirmed })}</span>
      {n >= minJudgedCount && precision < poorPrecisionPercent && <OptionTag option={texts.poor} />}
    </p>
  );
}

function Threshold({ threshold, onMove, onOpen }: Omit<RuleProps, 'rule'> & { readonly threshold: ThresholdInArea }) {
  const { name, value, area, own } = threshold;
  const { unit, ...label } = areaThresholdBounds[name];
  const mayMove = can(own ? 'travel/threshold/edit' : 'travel/threshold/add');
  return (
    <div className="xj-rule-threshold">
      <span>{translate(label)}</span>
      <strong>
        {translate(texts.from, {
          value,
          unit: translate(unit),
          area: area === null ? translate(texts.everywhere) : area.name,
        })}
      </strong>
      {mayMove && (
        <Button aria-label={translate(texts.moveOf, { label: translate(label) })} onClick={() => onMove(threshold)}>
          {translate(texts.move)}
        </Button>
      )}
      {own && (
        <Button type="text" onClick={() => onOpen({ id: own.id })}>
          {translate(texts.history)}
        </Button>
      )}
    </div>
  );
}
