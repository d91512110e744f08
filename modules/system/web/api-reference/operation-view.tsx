import { Collapse, Segmented, Tag } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { copyText } from '#web/feedback/copy-text.ts';
import { toast } from '#web/feedback/toast.ts';
import { useText } from '#web/i18n/locale.ts';
import {
  limitText,
  type OpenApiDocument,
  type OpenApiEntry,
  type Parameter,
  resolveSchema,
  typeText,
} from './open-api-document.ts';
import { OpenApiSchemaView } from './schema-view.tsx';
import { OpenApiCallForm } from './try-call-form.tsx';

const texts = {
  node: text('需要权限 {node}', 'Requires permission {node}'),
  signedIn: text('登录即可', 'Any signed-in user'),
  anybody: text('无须登录', 'No sign-in required'),
  member: text('会员登录', 'Member sign-in'),
  parameters: text('参数', 'Parameters'),
  body: text('请求', 'Request'),
  answer: text('回答', 'Response'),
  example: text('示例', 'Example'),
  refusals: text('可能的拒绝', 'Possible refusals'),
  filters: text('可筛选的字段', 'Filterable fields'),
  copy: text('复制地址', 'Copy address'),
  copied: text('已复制', 'Copied'),
  required: text('必填', 'Required'),
  values: text('{count} 个可选值', '{count} {count|value|values}'),
};

/** One call: parameters, answer, and texts of its refusals. */
export function OpenApiOperationView({ document, entry }: { document: OpenApiDocument; entry: OpenApiEntry }) {
  const t = useText();
  const { method, path, operation } = entry;
  const tag = document.tags.find((one) => one.name === operation.tags[0]);
  const copy = async () => {
    await copyText(path);
    toast.success(t(texts.copied));
  };
  return (
    <article className="xj-api-operation" aria-labelledby="xj-api-title">
      <header>
        <h2 id="xj-api-title">
          {tag && <span>{tag['x-displayName']} · </span>}
          {operation.summary}
        </h2>
        <p className="xj-api-address">
          <MethodMark method={method} />
          <code>{path}</code>
          <button type="button" className="xj-api-more" onClick={() => void copy()}>
            {t(texts.copy)}
          </button>
        </p>
        <p>
          <Tag>{accessText(entry, t)}</Tag>
        </p>
        {operation.description?.split('\n\n').map((line) => (
          <p key={line} className="xj-api-about">
            {line}
          </p>
        ))}
      </header>
      <Parameters document={document} entry={entry} />
      <Request document={document} entry={entry} />
      <OpenApiCallForm document={document} entry={entry} />
      <Answer document={document} entry={entry} />
    </article>
  );
}

export function MethodMark({ method }: { method: string }) {
  return (
    <span className="xj-api-method" data-method={method}>
      {method.toUpperCase()}
    </span>
  );
}

function accessText({ operation }: OpenApiEntry, t: ReturnType<typeof useText>): string {
  if (operation['x-permission']) return t(texts.node, { node: operation['x-permission'] });
  if (operation.security?.length === 0) return t(texts.anybody);
  return t(operation.security?.some((one) => 'ba-user-token' in one) ? texts.member : texts.signedIn);
}

function Parameters({ document, entry }: { document: OpenApiDocument; entry: OpenApiEntry }) {
  const t = useText();
  const parameters = (entry.operation.parameters ?? []).map((one) => resolveSchema<Parameter>(document, one));
  const filters = Object.entries(entry.operation['x-filters'] ?? {});
  return (
    <section>
      <h3>{t(texts.parameters)}</h3>
      <ul className="xj-api-fields">
        {parameters.map((one) => (
          <li key={`${one.in} ${one.name}`}>
            <div className="xj-api-field">
              <code>{one.name}</code>
              <span className="xj-api-type">
                {one.in} · {typeText(one.schema)}
              </span>
              {one.required && <Tag color="error">{t(texts.required)}</Tag>}
            </div>
            {one.description && <p className="xj-api-about">{one.description}</p>}
            <p className="xj-api-limits">{limitText(one.schema).join('  ')}</p>
            <Choices values={one.schema.enum ?? []} />
          </li>
        ))}
      </ul>
      {filters.length > 0 && (
        <Collapse
          ghost
          size="small"
          items={[
            {
              key: 'filters',
              label: t(texts.filters),
              children: (
                <ul className="xj-api-fields">
                  {filters.map(([name, operators]) => (
                    <li key={name} className="xj-api-field">
                      <code>{name}</code>
                      <span className="xj-api-type">{operators.join('  ')}</span>
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

/** The allowed values; a long list opens on demand. */
function Choices({ values }: { values: readonly unknown[] }) {
  const t = useText();
  if (values.length === 0) return null;
  const written = values.map(String).join('  ');
  if (values.length <= 12) return <p className="xj-api-limits">{written}</p>;
  return (
    <details>
      <summary className="xj-api-more">{t(texts.values, { count: values.length })}</summary>
      <p className="xj-api-limits">{written}</p>
    </details>
  );
}

function Request({ document, entry }: { document: OpenApiDocument; entry: OpenApiEntry }) {
  const t = useText();
  const [media] = Object.entries(entry.operation.requestBody?.content ?? {});
  if (!media) return null;
  const [type, { schema, example }] = media;
  return (
    <section>
      <h3>
        {t(texts.body)} <span className="xj-api-type">{type}</span>
      </h3>
      <OpenApiSchemaView document={document} schema={schema} side="request" />
      {example !== undefined && (
        <>
          <h4>{t(texts.example)}</h4>
          <Json label={t(texts.example)} value={example} />
        </>
      )}
    </section>
  );
}

function Answer({ document, entry }: { document: OpenApiDocument; entry: OpenApiEntry }) {
  const t = useText();
  const done = entry.operation.responses['200'];
  const [media] = Object.entries(done?.content ?? {});
  const examples = Object.entries(media?.[1].examples ?? {}).map(([name, one]) => {
    const { summary, value } = resolveSchema<{ summary?: string; value?: unknown }>(document, one as { $ref: string });
    return { name, summary: summary ?? name, value };
  });
  const [chosen, setChosen] = useState('');
  const shown = examples.find((one) => one.name === chosen) ?? examples[0];
  if (!media) return null;
  const [type, { schema }] = media;
  const data = schema.oneOf?.[0]?.allOf?.[1]?.properties?.data;
  return (
    <section>
      <h3>
        {t(texts.answer)} <span className="xj-api-type">{data ? 'data' : type}</span>
      </h3>
      {data && <OpenApiSchemaView document={document} schema={data} side="answer" />}
      {shown && (
        <>
          <h4>{t(texts.refusals)}</h4>
          <div className="xj-api-refusals">
            <Segmented
              size="small"
              value={shown.name}
              onChange={(name) => setChosen(String(name))}
              options={examples.map((one) => ({ label: one.summary, value: one.name }))}
            />
          </div>
          <Json label={shown.summary} value={shown.value} />
        </>
      )}
    </section>
  );
}

/** A text field, so that it can be scrolled and copied by keyboard. */
function Json({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <textarea
      className="xj-api-json"
      aria-label={label}
      readOnly
      spellCheck={false}
      rows={Math.min(text.split('\n').length + 1, 18)}
      value={text}
    />
  );
}
