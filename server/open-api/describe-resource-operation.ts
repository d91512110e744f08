import type { MoveApprovalStep } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf, statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import { waysToDropPendingMove } from '#kernel/lifecycle/move-approval-steps.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import {
  callResponse,
  parameterReference,
  type RefusalName,
  sharedFailureResponses,
} from './call-responses-and-envelope-schemas.ts';
import { describeStandardOperation, formWithKeyAndVersion } from './describe-standard-operations.ts';
import { bodyExample, bodySchema } from './json-schema-of-field-values-and-bodies.ts';
import { movedRowReference } from './json-schema-of-row.ts';
import { key as id, list, object } from './json-schema-shorthands.ts';
import type { Operation } from './open-api-types.ts';
import { operationDescriptions } from './operation-summaries-and-descriptions.ts';
import { choiceFieldParameter } from './query-parameters-of-list-and-measure-calls.ts';
import type { OperationWithoutEnvelope } from './resource-operation-before-envelope-and-query-parameter.ts';

/** The part of an operation that differs between actions. */

/** The operation of a resource's action and method; undefined for actions written by hand. */
export function describeResourceOperation(
  resource: AnyResource,
  app: 'admin' | 'api',
  action: string,
  method: string,
  locale: Locale,
  resources: readonly AnyResource[] = [],
): Omit<Operation, 'operationId' | 'tags' | 'security' | 'x-permission'> | undefined {
  const part = moveOf(resource.life, action)
    ? movePart(resource, action, locale)
    : describeStandardOperation(resource, app, `${action}.${method}`, locale);
  if (!part) return undefined;
  const refusals: RefusalName[] = ['notSignedIn', 'expired', ...(app === 'admin' ? (['forbidden'] as const) : [])];
  const example = part.example === undefined ? {} : { example: part.example };
  return {
    summary: part.summary,
    ...(part.description ? { description: part.description } : {}),
    parameters: [
      ...(part.parameters ?? []),
      ...(action === 'index' ? choiceFieldParameter(resource, resources, locale) : []),
      parameterReference('language'),
      parameterReference('server'),
      ...(method === 'get' ? [] : [parameterReference('idempotencyKey')]),
    ],
    ...(part.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: part.body, ...example } } } }
      : {}),
    ...(part.form
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: part.form } } } }
      : {}),
    responses: {
      '200': callResponse(part.data, locale, [...refusals, ...(part.refusals ?? [])]),
      ...sharedFailureResponses,
    },
    ...(part.filters ? { 'x-filters': part.filters } : {}),
  };
}

const stepSchema = (steps: readonly MoveApprovalStep[], locale: Locale): Record<string, JsonSchema> => ({
  step: {
    type: 'string',
    enum: [...steps.map((step) => step.name), ...waysToDropPendingMove],
    description: operationDescriptions.step[locale],
  },
});

function movePart(resource: AnyResource, name: string, locale: Locale): OperationWithoutEnvelope | undefined {
  const move = moveOf(resource.life, name);
  if (!move) return undefined;
  const states = resource.life?.states as Readonly<Record<string, Text>>;
  const state = (one: string) => `${states[one]?.[locale] ?? one} (${one})`;
  const ends = statesAfterMove(move).map(state).join(' / ') || move.from.map(state).join(' / ');
  const lines = [`${move.from.map(state).join(', ')} → ${ends}`];
  if (move.effect) lines.push(move.effect[locale]);
  lines.push(operationDescriptions.moved[locale]);
  if (move.steps) {
    lines.push(operationDescriptions.steps[locale] + move.steps.map((step) => step.label[locale]).join(' → '));
    lines.push(operationDescriptions.proposal[locale]);
  }
  if (move.batch) lines.push(operationDescriptions.batch[locale]);
  const input = bodySchema(move.input ?? {}, locale);
  const undo = object({ history_id: id, until: { type: 'integer' } });
  const one = object({ row: movedRowReference(resource), ...(move.reversible ? { undo } : {}) }, ['row']);
  const refused = object({ id, msg: { type: 'string' }, reason: { type: 'string' } }, ['id', 'msg']);
  const pairs = list({ type: 'array', minItems: 1, maxItems: 2, items: { type: 'integer' } });
  const moveInput = move.steps ? stepSchema(move.steps, locale) : undefined;
  const single = formWithKeyAndVersion(
    moveInput ? { ...input, required: [], properties: { ...moveInput, ...(input.properties as object) } } : input,
    locale,
  );
  const many = { ...input, properties: { ids: pairs, ...(input.properties as object) } };
  return {
    summary: move.label[locale],
    description: lines.join('\n\n'),
    body: move.batch ? { anyOf: [single, { ...many, required: ['ids', ...requiredOf(input)] }] } : single,
    example: { id: 1, version: 1, ...bodyExample(move.input ?? {}) },
    data: move.batch ? { oneOf: [one, object({ done: list(id), refused: list(refused) })] } : one,
    refusals: ['invalid', 'notFound', 'stale', 'badTransition', ...(move.steps ? (['sameApprover'] as const) : [])],
  };
}

const requiredOf = (form: JsonSchema) => (form.required as string[] | undefined) ?? [];

/** The group of a resource in the document: the first part of its name. */
export const apiTagOfResource = (resource: AnyResource) => resource.name.split('/')[0] as string;
