import type { Call } from './controller.ts';

/** Parameters that say how a call is made, not what is asked. They may differ when it is repeated: tokens are renewed. */
const transportParameters: ReadonlySet<string> = new Set(['batoken', 'ba-user-token', 'server', 'lang']);

/** What a call asks for, without tokens, server and language: to compare repeated calls, and to store with a job. */
export function parametersWithoutTokenAndLanguage(params: Call['params']): Call['params'] {
  const parameters: Record<string, unknown> = {};
  for (const name of Object.keys(params)) if (!transportParameters.has(name)) parameters[name] = params[name];
  return parameters;
}
