import type { MoveEvidence } from '#kernel/declaration/move-evidence-files-position-and-signatures.ts';
import { evidenceInputs, readSignature, signatureInput } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { sql } from '#server/db/sql.ts';
import type { RowStatement, WriteFeature } from './write-phase-and-feature-types.ts';

const texts = {
  few: text('至少提交 {min} 个文件', 'At least {min} {min|file|files}'),
};

type Values = Readonly<Record<string, unknown>>;

/** Evidence of a move (`evidence`): stored with the entry of its history, and never changed. */
export const storeFilesPlaceAndSignaturesSubmittedWithMove: WriteFeature = {
  plan({ resource, happens, checked, errors, caller }) {
    const { evidence } = happens ?? {};
    if (!evidence) return undefined;
    return {
      check() {
        const min = evidence.files?.min ?? 0;
        const files = (checked[evidenceInputs.files] as readonly string[] | null | undefined) ?? [];
        for (const name of Object.keys(evidence.signatures ?? {}).map(signatureInput))
          if (checked[name] && !readSignature(checked[name]))
            errors[name] ??= [textIn(validationMessages.invalid, caller.locale)];
        if (files.length < min) errors[evidenceInputs.files] ??= [textIn(texts.few, caller.locale, { min })];
      },
      parts() {
        const given = submittedFilesPlaceAndSignatures(evidence, checked);
        const isGiven = given.files.length + given.signatures.length > 0 || given.place || given.device_time !== null;
        return isGiven ? { statements: [storeEvidence(resource.name, given)] } : {};
      },
    };
  },
};

const storeEvidence =
  (
    resource: string,
    { files, place, device_time, signatures }: ReturnType<typeof submittedFilesPlaceAndSignatures>,
  ): RowStatement =>
  (row) =>
    sql`insert into move_evidence (history_id, resource, row_id, files, place, device_time, signatures)
      select h.id, ${resource}, ${row}.id, ${files}::text[], ${place && JSON.stringify(place)}::jsonb, to_timestamp(${device_time}::bigint), ${JSON.stringify(signatures)}::jsonb
      from ${row}, h`;

/** The evidence among the input of a move, as it is stored. */
export function submittedFilesPlaceAndSignatures({ signatures = {} }: MoveEvidence, input: Values) {
  return {
    files: (input[evidenceInputs.files] as string[] | null | undefined) ?? [],
    place: (input[evidenceInputs.place] as object | null | undefined) ?? null,
    device_time: (input[evidenceInputs.at] as number | null | undefined) ?? null,
    signatures: Object.keys(signatures).flatMap((role) => {
      const signature = readSignature(input[signatureInput(role)]);
      return signature ? [{ role, ...signature }] : [];
    }),
  };
}
