import { field } from '#kernel/field/field.ts';
import { text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { boolean, integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { evidenceChainStatusScreen } from '../contract/evidence-chain-status-screen.ts';
import { hourlyEvidenceRoot } from '../contract/hourly-evidence-merkle-root.ts';
import { verifyEvidenceChainsNode } from './check/evidence-chain-check-jobs.ts';
import {
  evidenceExportNode,
  requireVisibleRecordWithChain,
} from './export/require-visible-record-with-evidence-chain.ts';
import { replaceSigningKey } from './key/evidence-signing-keys.ts';
import { listEvidenceChains } from './list-evidence-chains.ts';
import { readSealingStateOfEvidenceChains } from './read-overall-sealing-and-signing-key-state.ts';

const texts = {
  replace: text('更换证据链签名密钥', 'Replace the signing key of the evidence chain'),
  export: text('导出证据', 'Export evidence'),
  verify: text('核验证据链', 'Verify the evidence chain'),
  job: text('证据 {title}', 'Evidence {title}'),
  nothing: text(
    '这条记录还没有存证的事项，没有可导出的证据',
    'Nothing of this record is sealed yet: there is no evidence to export',
  ),
  replaced: text('已更换密钥', 'Key replaced'),
};

const rowOf = {
  resource: field.text(text('业务', 'Resource'), { required: true, max: 60 }),
  id: rowKeyInput(text('记录', 'Record')),
};

const lastRoot = object({ number: integer, until: integer, signed: boolean });

/** Calls of officers about the evidence chain. */
export const evidenceChainCheckExportAndKeyController: Controller = {
  app: 'admin',
  name: 'evidence.chain',
  actions: {
    state: call({
      gate: 'rule',
      node: evidenceChainStatusScreen.name,
      summary: text('证据链的状态', 'State of the evidence chain'),
      answer: object({
        signing: string,
        kid: orNull(string),
        last_root: orNull(lastRoot),
        last_day: orNull(string),
        entries: integer,
        unsealed: integer,
        unsigned: integer,
        writable: list(string),
      }),
      run: ({ engine }) => readSealingStateOfEvidenceChains(engine),
    }),
    streams: listEvidenceChains,
    verify: call({
      gate: 'rule',
      node: verifyEvidenceChainsNode,
      methods: ['POST'],
      logged: true,
      title: texts.verify,
      summary: text('核验全部证据链（后台任务）', 'Verify all evidence chains (background job)'),
      answer: object({ job_id: integer }),
      run: ({ engine, caller }) => startJob(engine, caller, 'evidence_check', texts.verify[caller.locale], {}),
    }),
    export: call({
      gate: 'rule',
      node: evidenceExportNode,
      methods: ['POST'],
      logged: true,
      title: texts.export,
      summary: text('导出一条记录的证据（后台任务）', 'Export the evidence of a record (background job)'),
      input: rowOf,
      answer: object({ job_id: integer }),
      run: startExport,
    }),
    entries: call({
      gate: 'rule',
      node: `${hourlyEvidenceRoot.name}/index`,
      summary: text('一条记录的证据链', 'Evidence chain of a record'),
      input: rowOf,
      answer: object({
        list: list(
          object({
            seq: integer,
            event: string,
            move: orNull(string),
            actor: string,
            time: integer,
            hash: string,
            root: orNull(integer),
          }),
        ),
      }),
      run: readEntries,
    }),
    replaceKey: call({
      gate: 'rule',
      node: `${hourlyEvidenceRoot.name}/replaceKey`,
      methods: ['POST'],
      confirmed: true,
      logged: true,
      title: texts.replace,
      summary: text('更换签名密钥', 'Replace the signing key'),
      input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
      answer: object({ kid: string }),
      run: async ({ engine, caller, input }) => ({
        kid: await engine.db.transaction((tx) =>
          replaceSigningKey({ db: tx, seal: engine.seal }, { reason: String(input.reason), username: caller.name }),
        ),
      }),
    }),
  },
};

const startJob = async (
  engine: Engine,
  caller: Caller,
  kind: string,
  title: string,
  params: Readonly<Record<string, unknown>>,
) => {
  const job = await engine.db.transaction((tx) =>
    createJob(tx, { kind, title, owner: jobOwnerOf(caller), locale: caller.locale, params }),
  );
  return { job_id: job.id };
};

async function startExport({ engine, caller, params }: Call): Promise<{ job_id: number }> {
  const { resource, id, title, stream } = await requireVisibleRecordWithChain(engine, caller, params);
  const sealed = await engine.db.row(sql`select from chain_entry c where c.stream = ${stream} limit 1`);
  if (!sealed) throw new Refused(texts.nothing, { data: { reason: 'nothing_sealed' } });
  const name = textIn(texts.job, caller.locale, { title });
  return startJob(engine, caller, 'evidence_export', name, { resource: resource.name, id });
}

async function readEntries({ engine, caller, params }: Call) {
  const { stream } = await requireVisibleRecordWithChain(engine, caller, params);
  return {
    list: await engine.db.rows<{
      seq: number;
      event: string;
      move: string | null;
      actor: string;
      time: number;
      hash: string;
      root: number | null;
    }>(sql`select c.seq, c.event, c.payload::json ->> 'move' as move, c.actor, floor(extract(epoch from c.server_time))::bigint as time, c.hash,
        (select min(h.root) from chain_root_head h where h.stream = c.stream and h.seq >= c.seq) as root
      from chain_entry c where c.stream = ${stream} order by c.seq desc limit 500`),
  };
}
