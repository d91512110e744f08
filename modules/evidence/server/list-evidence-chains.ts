import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import type { EvidenceChainStatus, EvidenceChainStatusList } from '../contract/evidence-chain-status.ts';
import { evidenceChainStatusScreen } from '../contract/evidence-chain-status-screen.ts';
import { resourcesWithEvidenceChain } from '../contract/resources-with-evidence-chain.ts';

/** Chains of a page. */
const page = 50;

/**
 * `GET evidence.chain/streams`: chains of all resources or of one, each with its last entry and how far it is sealed. The next
 * name is looked up in the index each time, because reading all entries to find their chains would take seconds.
 */
export const listEvidenceChains = call({
  gate: 'rule',
  node: evidenceChainStatusScreen.name,
  summary: text(
    '全部证据链：长度、最后一条与封存情况',
    'All evidence chains: length, last entry and whether it is sealed',
  ),
  limit: { perMinute: 60 },
  input: {
    resource: field.text(text('业务', 'Resource'), { max: 60 }),
    after: field.text(text('从哪一条链之后', 'After which chain'), { max: 100 }),
  },
  answer: object({
    resources: list(object({ name: string, label: object({ 'zh-cn': string, en: string }) })),
    list: list(
      object({
        stream: string,
        resource: string,
        row_id: key,
        seq: integer,
        event: string,
        time: integer,
        sealed_seq: orNull(integer),
        root: orNull(integer),
        signed: orNull(boolean),
      }),
    ),
    next: orNull(string),
  }),
  async run({ engine, input }): Promise<EvidenceChainStatusList> {
    const resource = resourcesWithEvidenceChain.find((name) => name === input.resource);
    const prefix = resource ? `${resource}:` : '';
    const next = (after: ReturnType<typeof sql>) =>
      sql`(select c.stream from chain_entry c where c.stream > ${after} and starts_with(c.stream, ${prefix}) order by c.stream limit 1)`;
    const found = await engine.db.rows<EvidenceChainStatus & { readonly [column: string]: unknown }>(sql`
      with recursive s (stream) as (
        select ${next(sql`${input.after ?? prefix}::text`)}
        union all select ${next(sql`s.stream`)} from s where s.stream is not null
      )
      select s.stream, split_part(s.stream, ':', 1) as resource, split_part(s.stream, ':', 2)::bigint as row_id, l.seq, l.event,
        floor(extract(epoch from l.server_time))::bigint as time, h.seq as sealed_seq, h.root, r.state = 'signed' as signed
      from s cross join lateral (select c.seq, c.event, c.server_time from chain_entry c where c.stream = s.stream order by c.seq desc limit 1) l
        left join lateral (select o.root, o.seq from chain_root_head o where o.stream = s.stream order by o.root desc limit 1) h on true
        left join chain_root r on r.number = h.root
      where s.stream is not null limit ${page + 1}`);
    const shown = found.slice(0, page);
    const resources = resourcesWithEvidenceChain.flatMap((name) => {
      const label = engine.find(name)?.label;
      return label ? [{ name, label: { 'zh-cn': label['zh-cn'], en: label.en } }] : [];
    });
    return { resources, list: shown, next: found.length > page ? (shown.at(-1)?.stream ?? null) : null };
  },
});
