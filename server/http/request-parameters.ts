import type { Call } from './controller.ts';

/** What belongs to the way a call is made and not to what it asks: a token may have been refreshed in between. */
const wayOfCalling: ReadonlySet<string> = new Set(['batoken', 'ba-user-token', 'server', 'lang']);

/** What a call asks, without the tokens it came with: as it is compared, and as jobs keep it. */
export function requestParameters(params: Call['params']): Call['params'] {
  const parameters: Record<string, unknown> = {};
  for (const name of Object.keys(params)) if (!wayOfCalling.has(name)) parameters[name] = params[name];
  return parameters;
}
