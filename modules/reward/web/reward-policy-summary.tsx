import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { creditGrades, enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RewardPolicySummary, RewardRuleSummary } from '../contract/reward-policy-summary.ts';
import {
  formatAmount,
  rewardKindText,
  ruleAmountText,
  ruleLimitTexts,
  ruleRequirementTexts,
} from './reward-rule-requirement-and-amount-texts.ts';
import './policy-summary.css';

const texts = {
  span: text('{from} 至 {until}', '{from} to {until}'),
  left: text('剩余预算 {left} 元，共 {budget} 元', 'CNY {left} of CNY {budget} left'),
  gone: text('预算已用完', 'Budget exhausted'),
  partial: text('预算不足时部分支付', 'paid partially when the budget is insufficient'),
  for: text('适用', 'Eligible'),
  credit: text('信用不低于 {grade}', 'credit {grade} or better'),
  steps: text('怎么申报', 'How to apply'),
  declare: text('团队出发前 {hours} 小时报备', 'File the team {hours} h before departure'),
  apply: text('行程结束后 {days} 个工作日内申报', 'Apply within {days} working {days|day|days} after the trip ends'),
  papers: text('须交材料', 'Required documents'),
  kind: text('类别', 'Category'),
  conditions: text('条件', 'Conditions'),
  amount: text('标准', 'Rates'),
  limits: text('限额与不计', 'Caps and exclusions'),
  document: text('政策文件', 'Policy document'),
  claim: text('申报', 'Apply'),
  unmet: text('本团不符合的条件', 'Conditions this team does not meet'),
};

/** A policy: what it pays, who may apply, and what it requires. */
export function RewardPolicySummaryView({ policy }: { policy: RewardPolicySummary }) {
  const navigate = useNavigate();
  const { id, left, budget, materials, claims, unmet } = policy;
  const wordOf = <T extends Record<string, Parameters<typeof translate>[0]>>(options: T, name: string) => {
    const found = Object.entries(options).find(([one]) => one === name)?.[1];
    return found ? translate(found) : name;
  };
  const grade = policy.credit && Object.keys(creditGrades).includes(policy.credit) ? policy.credit : undefined;
  return (
    <article className="xj-told-policy">
      <header>
        <div>
          <h2>{policy.name}</h2>
          <p>
            {policy.doc_no} · {translate(texts.span, { from: policy.starts_on, until: policy.ends_on })}
          </p>
        </div>
        {claims && Number(left) > 0 && unmet.length === 0 && (
          <Button type="primary" onClick={() => void navigate(`/user/reward/application?form=add&policy_id=${id}`)}>
            {translate(texts.claim)}
          </Button>
        )}
      </header>
      {unmet.length > 0 && (
        <ul className="xj-told-unmet" aria-label={translate(texts.unmet)}>
          {unmet.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <p data-tone={Number(left) > 0 ? undefined : 'bad'}>
        {Number(left) > 0
          ? translate(texts.left, { left: formatAmount(left), budget: formatAmount(budget) })
          : translate(texts.gone)}
        {policy.partial && ` · ${translate(texts.partial)}`}
      </p>
      <dl>
        <dt>{translate(texts.for)}</dt>
        <dd>
          {[
            ...policy.eligible.map((name) => wordOf(enterpriseTypes, name)),
            ...policy.areas,
            ...(grade ? [translate(texts.credit, { grade })] : []),
          ].join(' · ')}
        </dd>
        <dt>{translate(texts.steps)}</dt>
        <dd>
          {policy.declare_hours > 0 && <>{translate(texts.declare, { hours: policy.declare_hours })} → </>}
          {translate(texts.apply, { days: policy.apply_days })}
        </dd>
        {materials.length > 0 && (
          <>
            <dt>{translate(texts.papers)}</dt>
            <dd>{materials.join(' · ')}</dd>
          </>
        )}
        {policy.text && (
          <>
            <dt>{translate(texts.document)}</dt>
            <dd>
              <a href={policy.text} target="_blank" rel="noreferrer">
                {translate(texts.document)}
              </a>
            </dd>
          </>
        )}
      </dl>
      <Rules rules={policy.rules} />
    </article>
  );
}

function Rules({ rules }: { rules: readonly RewardRuleSummary[] }) {
  return (
    <div className="xj-told-rules">
      <table>
        <thead>
          <tr>
            {(['kind', 'conditions', 'amount', 'limits'] as const).map((name) => (
              <th key={name} scope="col">
                {translate(texts[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={`${rule.kind} ${ruleRequirementTexts(rule).join()}`}>
              <th scope="row">{rewardKindText(rule.kind)}</th>
              <td data-label={translate(texts.conditions)}>{ruleRequirementTexts(rule).join(' · ')}</td>
              <td data-label={translate(texts.amount)}>{ruleAmountText(rule)}</td>
              <td data-label={translate(texts.limits)} data-empty={ruleLimitTexts(rule).length === 0 || undefined}>
                {ruleLimitTexts(rule).join(' · ') || '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
