import { hashText } from '#kernel/evidence-chain/hash-chain-entry.ts';
import type { Signature } from '#kernel/kind/signature.ts';
import { signatureInput } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { write } from '#server/write/write-pipeline.ts';
import type { VisitFlag } from '../../contract/check/enforcement-check-source-result-and-flag-options.ts';
import { checkSignature } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { enforcementCheckRefusalTexts as texts } from './enforcement-check-refusal-texts.ts';
import {
  type OfficerWithEligibility,
  officersAfterWrite,
  refuseIneligibleOfficers,
  requireCallerAmongOfficers,
} from './officer-eligibility-for-check.ts';
import type { CheckChange } from './refuse-unapprovable-check-or-preview-refusals.ts';
import { readScanInEvidence, visitFlagsOf } from './validate-and-record-scan-in-by-code-on-colleague-phone.ts';

/** Items named in a refusal. */
const mostNamed = 5;

interface Answered {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly code: string;
  readonly revision: number;
  readonly name: string;
  readonly wants: string;
  readonly answer: string | null;
  readonly value: string | null;
  readonly note: string | null;
  readonly problem: boolean;
  readonly pictures: number;
  readonly documents: number;
  /** Some picture was uploaded, or by the device taken, before the visit began. */
  readonly old: boolean;
  /** SM3 of the files, in order. */
  readonly hashes: readonly (string | null)[];
}

const namesOf = (list: readonly Answered[]): string =>
  `${list
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join('、')}${list.length > mostNamed ? '…' : ''}`;

const readAnswers = ({ tx, before }: CheckChange): Promise<Answered[]> =>
  tx.rows<Answered>(sql`
    select a.id, i.code, i.revision, i.name, i.evidence as wants, a.answer, a.value, a.note, a.problem,
      coalesce(cardinality(a.evidence), 0) as pictures, coalesce(cardinality(a.documents), 0) as documents,
      coalesce(f.old, false) or coalesce(a.captured_at < c.started_at, false) as old, coalesce(f.hashes, '[]'::jsonb) as hashes
    from enforcement_check_answer a join enforcement_check c on c.id = a.check_id join library_check_item i on i.id = a.item_id
      left join lateral (
        select bool_or(f.createtime < c.started_at and u.picture) as old, jsonb_agg(f.sm3 order by u.picture desc, u.n) as hashes
        from (select url, n, true as picture from unnest(a.evidence) with ordinality e (url, n)
          union all select url, n, false from unnest(a.documents) with ordinality d (url, n)) u
          join routine_attachment f on f.url = u.url) f on true
    where a.check_id = ${before.id} order by a.weigh, a.id`);

/** Every item is answered, with the evidence that it requires. */
function checkAnswers({ fail }: CheckChange, answered: readonly Answered[]): void {
  const open = answered.filter(({ answer }) => answer === null);
  if (open.length > 0) fail('items', texts.unanswered, { n: open.length, names: namesOf(open) });
  const applies = answered.filter(({ answer }) => answer !== null && answer !== 'not_applicable');
  const noPicture = applies.filter(({ wants, pictures }) => wants === 'photo' && pictures === 0);
  if (noPicture.length > 0) fail('items', texts.noPicture, { names: namesOf(noPicture) });
  const noDocument = applies.filter(({ wants, pictures, documents }) => wants === 'doc' && pictures + documents === 0);
  if (noDocument.length > 0) fail('items', texts.noDocument, { names: namesOf(noDocument) });
}

const signatureOf = (input: Readonly<Record<string, unknown>>, role: string) =>
  input[signatureInput(role)] as Signature | null | undefined;

/** The party signs, or its refusal is witnessed. */
function checkSignatures({ input, fail }: CheckChange): void {
  if (input.refused_to_sign !== '1') {
    if (!signatureOf(input, 'object')) fail(signatureInput('object'), texts.noSignature);
    return;
  }
  if (!input.refusal_note) fail('refusal_note', texts.noRefusalNote);
  if (!signatureOf(input, 'witness') && readScanInEvidence(input).files.length === 0)
    fail(signatureInput('witness'), texts.noWitness);
}

/** Seals the record: what is in it can no longer change unnoticed. */
export async function sealAndSubmitCheckRecord(context: CheckChange): Promise<void> {
  const { before, values, input, caller } = context;
  const officers = (await officersAfterWrite(context, before)).filter(({ arrived }) => arrived);
  requireCallerAmongOfficers(context, caller, officers);
  refuseIneligibleOfficers(context, before, officers);
  const answered = await readAnswers(context);
  checkAnswers(context, answered);
  checkSignatures(context);
  const now = values.submitted_at ?? Math.floor(Date.now() / 1000);
  const typed = ['officer', 'second_officer', 'object', 'witness'].some((role) => {
    const signature = signatureOf(input, role);
    return signature && !signature.strokes?.length;
  });
  const found: VisitFlag[] = [
    ...visitFlagsOf(readScanInEvidence(input), now),
    ...(answered.some(({ old }) => old) ? (['old_picture'] as const) : []),
    ...(typed ? (['typed_signature'] as const) : []),
  ];
  values.flags = [...new Set([...(before.flags ?? []), ...found])];
  values.seal = hashText(sm3, canonicalJson(recordOf(context, officers, answered)));
  context.enterInChain({
    seal: values.seal,
    answers: answered.length,
    problems: answered.filter(({ problem }) => problem).length,
  });
  storeSignatures(context, officers, now);
}

/** What is sealed. */
const recordOf = (
  { before, input }: CheckChange,
  officers: readonly OfficerWithEligibility[],
  answered: readonly Answered[],
) => ({
  format: 1,
  check_no: before.check_no,
  object: before.object_name,
  enterprise: before.enterprise_id,
  started_at: before.started_at,
  officers: officers.map(({ cert_no }) => cert_no),
  party: [before.party_name, before.party_post],
  summary: input.summary,
  refusal: input.refused_to_sign === '1' ? input.refusal_note : null,
  answers: answered.map(({ code, revision, answer, value, note, hashes }) => [
    code,
    revision,
    answer,
    value,
    note,
    hashes,
  ]),
});

/** Who signed, as rows of the check; the strokes are evidence of the move. */
function storeSignatures(context: CheckChange, officers: readonly OfficerWithEligibility[], now: number): void {
  const { input, before, caller, engine, tx } = context;
  const [first, second] = officers;
  const signed = [
    { role: 'officer', by: 'officer', name: first?.name, officer_id: first?.id },
    { role: 'officer', by: 'second_officer', name: second?.name, officer_id: second?.id },
    {
      role: 'object',
      by: 'object',
      name: signatureOf(input, 'object')?.name ?? before.party_name ?? before.object_name,
    },
    { role: 'witness', by: 'witness', name: signatureOf(input, 'witness')?.name ?? '见证人' },
  ].filter(({ by }) => signatureOf(input, by));
  context.afterStore(async (id) => {
    // a record that was returned is signed again
    await context.cascadeChange(checkSignature, sql`t.check_id = ${id} and t.replaced_at is null`, {
      replaced_at: now,
    });
    for (const { role, name, officer_id } of signed)
      await write(
        engine,
        checkSignature,
        onBehalfOf(caller),
        {
          operation: 'add',
          input: { check_id: id },
          set: { role, name: name ?? '', officer_id: officer_id ?? null, signed_at: now },
          unread: true,
        },
        tx,
      );
  });
}
