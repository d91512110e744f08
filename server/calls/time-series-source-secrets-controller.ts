import type { AnyResource } from '#kernel/declaration/resource.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import {
  endSecret,
  issueSecret,
  listSecrets,
} from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { pushingResourceOf } from '#server/time-series/validate-time-series-declarations-and-find-resources.ts';

/** Resources whose rows push readings. */
export const pushingResources = (engine: Engine): ReadonlySet<AnyResource> =>
  new Set(engine.series.flatMap((one) => (one.pushed ? [pushingResourceOf(one, engine.find)] : [])));

async function requireRow(engine: Engine, source: AnyResource, caller: Caller, id: number): Promise<void> {
  const scope = scopeOf(source, caller, engine.find);
  const row = await engine.db.row(
    sql`select t.id from ${sql.id(tableOf(source))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`,
  );
  if (!row) throw notFound();
}

const id = rowKeyInput(text('来源编号', 'ID of the source'));

/**
 * Secrets of a source that pushes readings, for who may edit it: `GET secrets {id}`, `POST issueSecret {id}` (answers the
 * secret, once), `POST endSecret {id, secret}`.
 */
export function secretsOfPushingSourceController(engine: Engine, source: AnyResource): Controller {
  const node = `${source.name}/edit`;
  return {
    app: 'admin',
    name: controllerNameOf(source),
    actions: {
      secrets: call({
        gate: 'rule',
        node,
        summary: text('接入密钥（不含密钥本身）', 'Secrets of a source, without the secrets themselves'),
        input: { id },
        answer: object({
          app_key: orNull(string),
          list: list(object({ id: integer, createtime: integer, expiretime: orNull(integer) })),
        }),
        async run({ caller, input }) {
          await requireRow(engine, source, caller, input.id);
          return listSecrets(engine, source, input.id);
        },
      }),
      issueSecret: call({
        gate: 'rule',
        node,
        methods: ['POST'],
        confirmed: true,
        secret: true,
        title: text('签发接入密钥', 'Issue a secret'),
        summary: text(
          '签发接入密钥，只返回这一次；原密钥七天后失效',
          'Issue a secret, returned once; the one before ends in a week',
        ),
        inputFrom: 'body',
        input: { id },
        answer: object({ app_key: string, secret: string }),
        async run({ caller, input }) {
          await requireRow(engine, source, caller, input.id);
          return issueSecret(engine, source, input.id);
        },
      }),
      endSecret: call({
        gate: 'rule',
        node,
        methods: ['POST'],
        confirmed: true,
        title: text('作废接入密钥', 'End a secret'),
        summary: text('立即作废接入密钥', 'End a secret at once'),
        inputFrom: 'body',
        input: { id, secret: rowKeyInput(text('密钥编号', 'ID of the secret')) },
        async run({ caller, input }) {
          await requireRow(engine, source, caller, input.id);
          if (!(await endSecret(engine, source, input.id, input.secret))) throw notFound();
          return null;
        },
      }),
    },
  };
}
