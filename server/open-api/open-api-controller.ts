import type { AnyResource } from '#kernel/resource.ts';
import type { Locale } from '#kernel/text.ts';
import { answered, type Controller, type ControllerTable } from '#server/http/controller.ts';
import { JsonText } from '#server/http/envelope.ts';
import { describeApi } from './describe-api.ts';
import type { CallDescriptions } from './document.ts';

export interface OpenApiOptions {
  resources: readonly AnyResource[];
  controllers: ControllerTable;
  descriptions: CallDescriptions;
  version: string;
  /** What changes where the words of a list do. */
  wordVersion(): string;
}

/**
 * The document in the caller's language: at `GET /admin/openapi/document` bare, as tools read it, at `…/index` in the
 * envelope, as the reader page asks for it.
 */
export function openApiController({
  resources,
  controllers,
  descriptions,
  version,
  wordVersion,
}: OpenApiOptions): Controller {
  const written = new Map<Locale, string>();
  let spoken = '';
  const write = (locale: Locale): string => {
    if (spoken !== wordVersion()) written.clear();
    spoken = wordVersion();
    let text = written.get(locale);
    if (text === undefined) {
      text = JSON.stringify(describeApi({ resources, calls: controllers.served, descriptions, version }, locale));
      written.set(locale, text);
    }
    return text;
  };
  return {
    app: 'admin',
    name: 'openapi',
    actions: {
      index: { gate: 'login', handle: ({ caller }) => new JsonText(write(caller.locale)) },
      document: {
        gate: 'login',
        handle({ caller, reply }) {
          reply.type('application/json; charset=utf-8');
          reply.send(write(caller.locale));
          return answered;
        },
      },
    },
  };
}
