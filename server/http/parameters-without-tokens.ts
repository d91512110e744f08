import type { Call } from './controller.ts';

/** Parameters that belong to the transport: a token may be refreshed between two calls. */
const wayOfCalling: ReadonlySet<string> = new Set(['batoken', 'ba-user-token', 'server', 'lang']);

/** Parameters of a call without its tokens, for comparison and for jobs. */
export function parametersWithoutTokens(params: Call['params']): Call['params'] {
  const parameters: Record<string, unknown> = {};
  for (const name of Object.keys(params)) if (!wayOfCalling.has(name)) parameters[name] = params[name];
  return parameters;
}
