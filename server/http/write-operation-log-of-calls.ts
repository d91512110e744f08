import type { FastifyRequest } from 'fastify';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { actionLabels } from '#kernel/declaration/standard-actions.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import { addOperationLogLine, type OperationLogLine } from '#server/write/statement/operation-log-line.ts';
import type { Action, Call, RefusedRow } from './controller.ts';
import type { RefusalLog } from './log-refused-calls.ts';
import { maskedParameters, maskPersonalData } from './mask-parameters-for-log.ts';

/** Title of an operation: that of the action, else resource and action. */
export function operationTitle(call: Call, controller: string, action: string, own?: Text): Text {
  return titleOf(call.engine.find(controller.replaceAll('.', '/')), action, own);
}

export function titleOf(resource: AnyResource | undefined, action: string, own?: Text): Text {
  const title =
    own ?? moveOf(resource?.life, action)?.label ?? (actionLabels as Readonly<Record<string, Text>>)[action];
  const done = title ?? text(`未知(${action})`, `Unknown (${action})`);
  const of = resource ? text(`${resource.label['zh-cn']}-`, `${resource.label.en}: `) : text('', '');
  return text(`${of['zh-cn']}${done['zh-cn']}`.slice(0, 100), `${of.en}${done.en}`.slice(0, 100));
}

/**
 * Logs each POST or DELETE of the back office (wire contract §4). Writes through the engine are logged in their own
 * transaction; this covers the others: signing out, reveals, configuration.
 */
export async function logOperation(
  call: Call,
  app: string,
  controller: string,
  action: string,
  own: Action,
  done: boolean,
): Promise<void> {
  if (app !== 'admin' || own.silent || !done || call.caller.type !== 'admin') return;
  if (call.method === 'GET' && !own.logged) return;
  const resource = call.engine.find(controller.replaceAll('.', '/'));
  await addOperationLogLine(call.engine.db, call.caller, {
    title: titleOf(resource, action, own.title),
    url: call.path.slice(0, 1500),
    data: maskedParameters(call.params, resource, call.engine.find),
  });
}

/** The operation-log line of a write made by a call. */
export const operationLogLineOfCall = (
  call: Call,
  resource: AnyResource,
  action: string,
  title?: Text,
): OperationLogLine => ({
  title: operationTitle(call, controllerNameOf(resource), action, title),
  url: call.path.slice(0, 1500),
  data: maskedParameters(call.params, resource, call.engine.find),
});

interface Tried {
  readonly app: string;
  readonly controller: string;
  readonly action: string;
  readonly own: Action;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Refusal reasons that are steps of a continuing call: a second factor or an unlocked session is required first. */
const steps: ReadonlySet<unknown> = new Set(['confirm_first', 'second_factor', 'session_locked', 'next_step']);

/**
 * Logs refused or failed writes, and calls without permission (网络安全法第二十一条). Redirects (sign-in, a new token) are not
 * logged.
 */
export function logRefusedAttempt(
  { engine, refusals }: { engine: Engine; refusals: RefusalLog },
  { app, controller, action, own, caller, request, params }: Tried,
  error: unknown,
  row?: RefusedRow,
): void {
  const refused = error instanceof Refused ? error : undefined;
  const isForbidden = refused?.code === wireCode.forbidden;
  if ((caller.type !== 'admin' && caller.type !== 'member') || own.preview) return;
  if (request.method === 'GET' && !isForbidden) return;
  if (refused && !isForbidden && refused.code !== wireCode.refused) return;
  if (steps.has((refused?.data as { reason?: string } | null | undefined)?.reason)) return;
  const resource = engine.find(controller.replaceAll('.', '/'));
  const answer = refused ? refused.messageIn(caller.locale) : `${failed[caller.locale]} ${request.id}`;
  refusals.note({
    caller,
    name: `${request.method} ${app}/${controller.replaceAll('/', '.')}/${action}`.toLowerCase(),
    resource: row?.resource ?? resource?.name,
    id: row?.id ?? idIn(params),
    outcome: refused ? (isForbidden ? 'forbidden' : 'refused') : 'failed',
    why: refused ? answer : 'failed',
    answer: maskPersonalData(answer),
    line: () =>
      row?.line ?? {
        title: titleOf(resource, action, own.title),
        url: (request.url.split('?')[0] ?? '').slice(0, 1500),
        data: maskedParameters(params, resource, engine.find),
      },
  });
}

const failed = text('系统出错，记录编号', 'System error, record ID');

/** The id of the row that a call refers to, if any. */
function idIn({ id, ids }: Readonly<Record<string, unknown>>): number | undefined {
  const [first, ...others] = Array.isArray(ids) ? (ids as unknown[]) : [id ?? ids];
  if (others.length > 0) return undefined;
  const key = parseNonNegativeInteger(Array.isArray(first) ? first[0] : first);
  return key !== undefined && key > 0 ? key : undefined;
}
