import { moveOf } from '#kernel/lifecycle.ts';
import { type AnyResource, actionLabels, controllerOf } from '#kernel/resource.ts';
import type { Text } from '#kernel/text.ts';
import { sql } from '#server/db/sql.ts';
import type { OperationLine } from '#server/write/operation-line.ts';
import type { Action, Call } from './controller.ts';
import { maskedParameters } from './mask-parameters.ts';

/** Title of an operation: the action's own, else resource and action. */
export function operationTitle(call: Call, controller: string, action: string, own?: Text): string {
  return titleOf(call.engine.find(controller.replaceAll('.', '/')), action, own);
}

export function titleOf(resource: AnyResource | undefined, action: string, own?: Text): string {
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
    values (${caller.id}, ${caller.name}, ${operationTitle(call, controller, action, own.title)}, ${call.path.slice(0, 1500)}, ${maskedParameters(call.params, call.engine.find(controller.replaceAll('.', '/')), call.engine.find)}, ${caller.ip}, ${caller.userAgent}, ${caller.areaCode || null})`);
}

/** What the operation log says of a write that a call makes. */
export const lineOf = (call: Call, resource: AnyResource, action: string, title?: Text): OperationLine => ({
  title: operationTitle(call, controllerOf(resource), action, title),
  url: call.path.slice(0, 1500),
  data: maskedParameters(call.params, resource, call.engine.find),
});
