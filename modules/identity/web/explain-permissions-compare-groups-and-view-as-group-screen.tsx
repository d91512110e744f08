import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Select, Tabs } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { permissionNodesOf } from '#kernel/resource/permission-nodes.ts';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import AdministrativeDivisionInput from '#web/input/reference/administrative-division-input.tsx';
import { RemoteSelect } from '#web/input/reference/select-with-options-from-server.tsx';
import { declaredResources } from '#web/resource/resource-registry.ts';
import { can, useAdmin } from '#web/session/session.ts';
import { broadcastViewAsGroupChange } from '#web/session/view-as-group-change-across-windows.ts';
import { accessAnalysisScreen } from '../contract/module.ts';
import { RightsMatrixOfComparedGroups } from './rights-matrix-of-compared-groups.tsx';

import '#web/table/table.css';

import './explain-permissions-compare-groups-and-view-as-group-screen.css';

const texts = {
  lead: text(
    '某人为什么能或不能做某事、两个管理组差在哪里、以某个组的视角查看。',
    'Why someone may or may not do something, how two groups differ, and the back office as a group sees it.',
  ),
  why: text('为什么', 'Why'),
  compare: text('角色差异', 'Group differences'),
  rights: text('权限矩阵', 'Permission matrix'),
  view: text('视角查看', 'View as group'),
  person: text('管理员', 'Administrator'),
  resource: text('业务', 'Resource'),
  action: text('操作', 'Action'),
  row: text('记录（选填）', 'Record (optional)'),
  rowHint: text('选一条记录，才能判断范围、状态与办理条件', 'Choose a record to check scope, status and conditions'),
  choose: text('请选择管理员、业务和操作', 'Choose an administrator, a resource and an action'),
  yes: text('可以', 'Allowed'),
  no: text('不可以', 'Not allowed'),
  unread: text('看不到的字段', 'Hidden fields'),
  unwritten: text('不能修改的字段', 'Read-only fields'),
  byState: text('当前状态下不可修改', 'not editable in the current status'),
  later: text(
    '填写的内容在提交时另按业务规则检查。',
    'Entered content is also checked against the business rules on submission.',
  ),
  group: text('管理组', 'Group'),
  other: text('与之比较', 'Compare with'),
  pick: text('请选择两个管理组', 'Choose two groups'),
  only: text('仅“{name}”有（{n}）', 'Only “{name}” ({n})'),
  both: text('两组共有 {n} 项', '{n} shared by both groups'),
  same: text('没有', 'None'),
  area: text('地区（选填）', 'Area (optional)'),
  start: text('开始查看', 'Start viewing'),
  viewLead: text(
    '您将看到该组成员所见的菜单、数据和按钮，期间不能修改任何内容；起止均记入操作日志。',
    "You will see the menus, data and buttons the group's members see, and cannot change anything meanwhile. Start and end are recorded in the operation log.",
  ),
};

const fields = {
  person: field.reference(texts.person, { to: 'auth/admin' }),
  group: field.reference(texts.group, { to: 'auth/group' }),
  area: field.area(texts.area),
};

function Labelled({ label, hint, children }: { label: string; hint?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="xj-access-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  );
}

const keyOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** `/admin/auth/access`: who may do what, and by which rule. */
export default function ExplainPermissionsCompareGroupsAndViewAsGroupScreen() {
  const t = useText();
  const admin = useAdmin();
  return (
    <div className="xj-screen xj-padded">
      <header className="xj-screen-head">
        <div>
          <h1>{t(accessAnalysisScreen.label)}</h1>
          <p>{t(texts.lead)}</p>
        </div>
      </header>
      <Tabs
        items={[
          { key: 'why', label: t(texts.why), children: <WhyPart /> },
          { key: 'compare', label: t(texts.compare), children: <ComparePart /> },
          { key: 'rights', label: t(texts.rights), children: <RightsMatrixOfComparedGroups /> },
          ...(admin?.super ? [{ key: 'view', label: t(texts.view), children: <ViewPart /> }] : []),
        ]}
      />
    </div>
  );
}

interface Why {
  allowed: boolean;
  findings: { rule: string; holds: boolean; text: string }[];
  unread: ClosedField[];
  unwritten: ClosedField[];
}
interface ClosedField {
  name: string;
  label: string;
  node: string | null;
}

/** State of the question, kept in the URL so that the answer can be shared. */
function useQuestion() {
  const [address, setAddress] = useSearchParams();
  const person = Number(address.get('person')) || undefined;
  const resource = declaredResources().find((one) => one.name === address.get('resource'));
  const action = address.get('action') ?? undefined;
  const row = Number(address.get('row')) || undefined;
  const setQuestion = (change: Record<string, string | number | undefined>) => {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(change))
      if (value === undefined) next.delete(name);
      else next.set(name, String(value));
    setAddress(next, { replace: true });
  };
  return { person, resource, action, row, setQuestion };
}

const actionOptions = (resource: AnyResource) =>
  permissionNodesOf(resource).map(({ action, label }) => ({ value: action, label: label[currentLocale()] }));

/** Explains why an officer may or may not do something. */
function WhyPart() {
  const t = useText();
  const { person, resource, action, row, setQuestion } = useQuestion();
  const params =
    person && resource && action ? { person, resource: resource.name, action, ...(row ? { row } : {}) } : undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['access why', params],
    queryFn: queryFnFor<Why>('/admin/auth.access/why', params ?? {}),
    enabled: params !== undefined,
    staleTime: 0,
  });
  const resources = declaredResources().filter((one) => can(`${one.name}/index`));
  return (
    <div className="xj-access">
      <div className="xj-access-form">
        <Labelled label={t(texts.person)}>
          {(id) => (
            <RemoteSelect
              id={id}
              name="person"
              field={fields.person}
              value={person ?? null}
              onChange={(value) => setQuestion({ person: keyOf(value) })}
            />
          )}
        </Labelled>
        <Labelled label={t(texts.resource)}>
          {(id) => (
            <Select
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              value={resource?.name ?? null}
              options={resources.map((one) => ({ value: one.name, label: one.label[currentLocale()] }))}
              onChange={(name: string) => setQuestion({ resource: name, action: undefined, row: undefined })}
            />
          )}
        </Labelled>
        <Labelled label={t(texts.action)}>
          {(id) => (
            <Select
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              value={action ?? null}
              disabled={!resource}
              options={resource ? actionOptions(resource) : []}
              onChange={(name: string) => setQuestion({ action: name })}
            />
          )}
        </Labelled>
        {resource && (
          <Labelled label={t(texts.row)} hint={t(texts.rowHint)}>
            {(id) => (
              <RemoteSelect
                key={resource.name}
                id={id}
                name="row"
                field={field.reference(texts.row, { to: resource.name })}
                value={row ?? null}
                onChange={(value) => setQuestion({ row: keyOf(value) })}
              />
            )}
          </Labelled>
        )}
      </div>
      {error ? (
        <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />
      ) : data && params ? (
        <Answer why={data} />
      ) : (
        <p>{t(texts.choose)}</p>
      )}
    </div>
  );
}

function Answer({ why }: { why: Why }) {
  const t = useText();
  return (
    <section className="xj-access-answer" aria-live="polite">
      <h2 data-holds={why.allowed}>{t(why.allowed ? texts.yes : texts.no)}</h2>
      <ul>
        {why.findings.map((one) => (
          <li key={one.text} data-holds={one.holds}>
            <span aria-hidden="true">{one.holds ? '✓' : '✗'}</span>
            <span className="xj-visually-hidden">{t(one.holds ? texts.yes : texts.no)}</span>
            {one.text}
          </li>
        ))}
      </ul>
      <ClosedFields title={t(texts.unread)} fields={why.unread} />
      <ClosedFields title={t(texts.unwritten)} fields={why.unwritten} />
      {why.allowed && <p>{t(texts.later)}</p>}
    </section>
  );
}

function ClosedFields({ title, fields }: { title: string; fields: readonly ClosedField[] }) {
  const t = useText();
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {fields.map((one) => (
          <li key={one.name}>
            {one.label} <code>{one.node ?? t(texts.byState)}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Difference {
  a: { name: string };
  b: { name: string };
  only_a: Rule[];
  only_b: Rule[];
  both: number;
}
interface Rule {
  name: string;
  path: string;
}

function ComparePart() {
  const t = useText();
  const [pair, setPair] = useState<{ a?: number; b?: number }>({});
  const { data, error, refetch } = useQuery({
    queryKey: ['access compare', pair],
    queryFn: queryFnFor<Difference>('/admin/auth.access/compare', pair),
    enabled: pair.a !== undefined && pair.b !== undefined,
    staleTime: 0,
  });
  const choose = (side: 'a' | 'b', label: string) => (
    <Labelled label={label}>
      {(id) => (
        <RemoteSelect
          id={id}
          name={side}
          tree
          field={fields.group}
          value={pair[side] ?? null}
          onChange={(value) => {
            const key = keyOf(value);
            const { [side]: _before, ...rest } = pair;
            setPair(key === undefined ? rest : { ...rest, [side]: key });
          }}
        />
      )}
    </Labelled>
  );
  return (
    <div className="xj-access">
      <div className="xj-access-form">
        {choose('a', t(texts.group))}
        {choose('b', t(texts.other))}
      </div>
      {error ? (
        <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <section className="xj-access-answer" aria-live="polite">
          {(
            [
              [data.a, data.only_a],
              [data.b, data.only_b],
            ] as const
          ).map(([{ name }, rules]) => (
            <div key={name}>
              <h3>{t(texts.only, { name, n: rules.length })}</h3>
              <ul>
                {rules.map((rule) => (
                  <li key={rule.name}>
                    {rule.path} <code>{rule.name}</code>
                  </li>
                ))}
                {rules.length === 0 && <li>{t(texts.same)}</li>}
              </ul>
            </div>
          ))}
          <p>{t(texts.both, { n: data.both })}</p>
        </section>
      ) : (
        <p>{t(texts.pick)}</p>
      )}
    </div>
  );
}

function ViewPart() {
  const t = useText();
  const [group, setGroup] = useState<number>();
  const [area, setArea] = useState<unknown>(null);
  const start = useMutation({
    mutationFn: () => post('/admin/viewAs/start', { group_id: group, ...(area ? { area_code: area } : {}) }),
    // reload: menus, permissions and all data change
    onSuccess: () => {
      broadcastViewAsGroupChange();
      window.location.assign('/admin');
    },
  });
  return (
    <div className="xj-access">
      <p>{t(texts.viewLead)}</p>
      <div className="xj-access-form">
        <Labelled label={t(texts.group)}>
          {(id) => (
            <RemoteSelect
              id={id}
              name="group"
              tree
              field={fields.group}
              value={group ?? null}
              onChange={(value) => setGroup(keyOf(value))}
            />
          )}
        </Labelled>
        <Labelled label={t(texts.area)}>
          {(id) => (
            <AdministrativeDivisionInput id={id} name="area" field={fields.area} value={area} onChange={setArea} />
          )}
        </Labelled>
        <Button type="primary" disabled={group === undefined} loading={start.isPending} onClick={() => start.mutate()}>
          {t(texts.start)}
        </Button>
      </div>
    </div>
  );
}
