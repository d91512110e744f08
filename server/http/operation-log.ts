import { moveOf } from '#kernel/lifecycle.ts';
import { type AnyResource, actionLabels, kindOf } from '#kernel/resource.ts';
import type { Text } from '#kernel/text.ts';
import { sql } from '#server/db/sql.ts';
import { maskText } from '#server/history/timeline.ts';
import { withoutSecrets } from '#server/log.ts';
import type { Action, Call } from './controller.ts';

const mostData = 10_000;

/** Parameters as the operation log keeps them: secrets and personal data masked, long texts cut. */
export function maskedParameters(params: Readonly<Record<string, unknown>>, resource?: AnyResource): string {
  const text = JSON.stringify(withoutSecrets(resource ? withoutPersonalData(params, resource) : params));
  return text.length > mostData ? `${text.slice(0, mostData)}…` : text;
}

function withoutPersonalData(
  params: Readonly<Record<string, unknown>>,
  resource: AnyResource,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'search' ? withoutSearched(value, resource) : masked(name, value, resource),
    ]),
  );
}

function masked(name: unknown, value: unknown, resource: AnyResource): unknown {
  const one = typeof name === 'string' && Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!one?.privacy || (typeof value !== 'string' && typeof value !== 'number')) return value;
  return kindOf(one).maskValue?.(String(value)) ?? maskText(String(value));
}

/** Conditions of a list that was taken away: what was searched for may itself be personal data. */
function withoutSearched(search: unknown, resource: AnyResource): unknown {
  if (typeof search !== 'object' || search === null) return search;
  return Object.values(search).map((one: unknown) => {
    if (typeof one !== 'object' || one === null) return one;
    const { field, val, ...rest } = one as Record<string, unknown>;
    return { field, ...rest, val: masked(field, val, resource) };
  });
}

/** Title of an operation: the action's own, else resource and action. */
export function operationTitle(call: Call, controller: string, action: string, own?: Text): string {
  const resource = call.engine.find(controller.replaceAll('.', '/'));
  const move = moveOf(resource?.life, action);
  const label = own ?? move?.label ?? (actionLabels as Record<string, { 'zh-cn': string }>)[action];
  return `${resource ? `${resource.label['zh-cn']}-` : ''}${label?.['zh-cn'] ?? `未知(${action})`}`.slice(0, 100);
}

/**
 * After every POST or DELETE of the back office (wire contract §4). Writes through the engine log themselves in their
 * own transaction; these are the rest: signing out, reveals, configuration.
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
  const { caller } = call;
  await call.engine.db.query(sql`insert into auth_admin_log (admin_id, username, title, url, data, ip, useragent, area_code)
    values (${caller.id}, ${caller.name}, ${operationTitle(call, controller, action, own.title)}, ${call.path.slice(0, 1500)}, ${maskedParameters(call.params, call.engine.find(controller.replaceAll('.', '/')))}, ${caller.ip}, ${caller.userAgent}, ${caller.areaCode || null})`);
}
