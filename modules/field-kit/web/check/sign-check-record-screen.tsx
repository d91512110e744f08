import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { Strokes } from '#web/input/control/use-signature-strokes.ts';
import type { CheckStateOnPhone } from '../../contract/check-state-from-phone-operations.ts';
import type { SignerRole } from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { recordOperationAndSync } from '../kit/field-kit-state-and-actions.ts';
import { SignaturePad } from './signature-pad.tsx';
import { useEncryptedInputDraft } from './use-encrypted-input-draft.ts';

const texts = {
  officer: text('执法人员 {name}', 'Officer {name}'),
  object: text('当事人', 'Checked party'),
  witness: text('见证人', 'Witness'),
  name: text('姓名', 'Name'),
  sign: text('确认签名', 'Confirm signature'),
  signed: text('已签名', 'Signed'),
  again: text('重签', 'Sign again'),
} as const;

/** Signatures by finger: both officers, the party or a witness. */
export function SignCheckRecordScreen({ pack, view }: { pack: CheckPack; view: CheckStateOnPhone }) {
  const t = useText();
  const signers = [
    ...pack.officers.map(({ id, name }) => ({
      role: 'officer' as SignerRole,
      officer: id as number | null,
      name,
      label: t(texts.officer, { name }),
    })),
    { role: 'object' as SignerRole, officer: null, name: '', label: t(texts.object) },
    { role: 'witness' as SignerRole, officer: null, name: '', label: t(texts.witness) },
  ];
  return (
    <>
      {signers.map((signer) => (
        <Signer
          key={`${signer.role} ${signer.officer}`}
          pack={pack}
          {...signer}
          signed={view.signatures.some(({ role, officer }) => role === signer.role && officer === signer.officer)}
        />
      ))}
    </>
  );
}

interface Draft {
  readonly name: string;
  readonly strokes: Strokes;
}

function Signer({
  pack,
  role,
  officer,
  name: first,
  label,
  signed,
}: {
  pack: CheckPack;
  role: SignerRole;
  officer: number | null;
  name: string;
  label: string;
  signed: boolean;
}) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [draft, change, clear] = useEncryptedInputDraft<Draft>(pack.id, `sign ${role} ${officer ?? ''}`, {
    name: first,
    strokes: [],
  });
  const { name, strokes } = draft;
  const save = async (): Promise<void> => {
    if (!(await recordOperationAndSync(pack, 'sign', { role, officer, name: name.trim(), strokes }))) return;
    setOpen(false);
    clear();
  };
  return (
    <section className="xj-kit-card">
      <h3>
        {label} {signed && <span className="xj-kit-state">✓ {t(texts.signed)}</span>}
      </h3>
      {signed && !open ? (
        <button type="button" className="xj-button" onClick={() => setOpen(true)}>
          {t(texts.again)}
        </button>
      ) : (
        <>
          {officer === null && (
            <label>
              {t(texts.name)}
              <input value={name} maxLength={60} onChange={({ target }) => change({ name: target.value })} />
            </label>
          )}
          <SignaturePad label={label} strokes={strokes} onChange={(to) => change({ strokes: to })} />
          <button
            type="button"
            className="xj-button xj-kit-big"
            data-tone="primary"
            disabled={strokes.length === 0 || name.trim() === ''}
            onClick={() => void save()}
          >
            {t(texts.sign)}
          </button>
        </>
      )}
    </section>
  );
}
