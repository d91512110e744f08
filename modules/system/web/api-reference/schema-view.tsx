import { Tag } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { limitText, type OpenApiDocument, resolveSchema, type Schema, typeText } from './open-api-document.ts';

const texts = {
  required: text('必填', 'Required'),
  always: text('总有', 'Always'),
  open: text('展开', 'Expand'),
  shut: text('收起', 'Collapse'),
};

/** Maximum depth, deeper than any answer; also stops recursive schemas. */
const deepest = 6;

interface SchemaProps {
  document: OpenApiDocument;
  schema: Schema;
  /** Requests mark required fields, answers those always present. */
  side: 'request' | 'answer';
  depth?: number;
}

/** A schema as rows of fields; nested fields open on demand. */
export function OpenApiSchemaView({ document, schema, side, depth = 0 }: SchemaProps) {
  const resolved = flatten(document, schema);
  const variants = resolved.oneOf ?? resolved.anyOf;
  if (variants) {
    return (
      <div className="xj-api-variants">
        {variants.map((variant) => (
          <OpenApiSchemaView
            key={variantKey(document, variant)}
            document={document}
            schema={variant}
            side={side}
            depth={depth}
          />
        ))}
      </div>
    );
  }
  const properties = Object.entries(resolved.properties ?? {});
  if (properties.length === 0) return <p className="xj-api-type">{typeText(resolved)}</p>;
  return (
    <ul className="xj-api-fields">
      {properties.map(([name, one]) => (
        <FieldRow
          key={name}
          document={document}
          name={name}
          schema={one}
          side={side}
          depth={depth}
          required={resolved.required?.includes(name) ?? false}
        />
      ))}
    </ul>
  );
}

const variantKey = (document: OpenApiDocument, variant: Schema) =>
  Object.keys(flatten(document, variant).properties ?? {}).join(' ') || typeText(variant);

function FieldRow({
  document,
  name,
  schema,
  side,
  depth,
  required,
}: Required<SchemaProps> & { name: string; required: boolean }) {
  const t = useText();
  const [open, setOpen] = useState(depth === 0 && name !== 'list');
  const below = nestedOf(document, schema);
  const about = [schema.title, schema.description].filter(Boolean).join(' · ');
  const limits = limitText(schema.items && !schema.items.$ref ? { ...schema.items, ...schema } : schema);
  return (
    <li>
      <div className="xj-api-field">
        <code>{name}</code>
        <span className="xj-api-type">{typeText(schema)}</span>
        {required && (
          <Tag color={side === 'request' ? 'error' : 'default'}>
            {t(side === 'request' ? texts.required : texts.always)}
          </Tag>
        )}
        {below && depth < deepest && (
          <button type="button" className="xj-api-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? texts.shut : texts.open)}
          </button>
        )}
      </div>
      {about && <p className="xj-api-about">{about}</p>}
      {limits.length > 0 && <p className="xj-api-limits">{limits.join('  ')}</p>}
      {below && open && depth < deepest && (
        <OpenApiSchemaView document={document} schema={below} side={side} depth={depth + 1} />
      )}
    </li>
  );
}

/** The nested schema of a field: an object, or the objects of an array. */
function nestedOf(document: OpenApiDocument, schema: Schema): Schema | undefined {
  const inner = flatten(document, schema.items ?? schema);
  const real = (inner.anyOf ?? inner.oneOf)?.filter((one) => one.type !== 'null');
  const only = real?.length === 1 ? flatten(document, real[0] as Schema) : inner;
  return Object.keys(only.properties ?? {}).length > 0 ? only : undefined;
}

/** Follows references and merges `allOf`. */
function flatten(document: OpenApiDocument, schema: Schema): Schema {
  const found = schema.$ref ? resolveSchema<Schema>(document, { $ref: schema.$ref }) : schema;
  if (!found.allOf) return found;
  const parts = found.allOf.map((part) => flatten(document, part));
  return {
    ...found,
    properties: Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>,
    required: parts.flatMap((part) => part.required ?? []),
  };
}
