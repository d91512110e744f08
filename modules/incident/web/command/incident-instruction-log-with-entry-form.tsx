import { type FormEvent, useRef, useState } from 'react';
import { formatRecent } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { addRow } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { can } from '#web/session/session.ts';
import { incidentInstruction } from '../../contract/incident-instruction.ts';
import { incidentCommandTexts as texts } from './incident-command-texts.ts';

interface InstructionLogProps {
  readonly incident: number;
  readonly rows: readonly WireRow[];
  /** Whether instructions can still be given. */
  readonly isOpen: boolean;
  onGiven(): void;
}

/** The log of instructions, and the line in which one to a body outside is given by telephone. */
export function IncidentInstructionLog({ incident, rows, isOpen, onGiven }: InstructionLogProps) {
  const t = useText();
  return (
    <section className="xj-command-log">
      <h3>{t(texts.instructions)}</h3>
      {isOpen && can(`${incidentInstruction.name}/add`) && <GiveInstruction incident={incident} onGiven={onGiven} />}
      {rows.length === 0 ? (
        <p className="xj-command-soft">{t(texts.noInstructions)}</p>
      ) : (
        <ol>
          {rows.map((row) => (
            <li key={Number(row.id)} data-status={String(row.status)}>
              <strong>{String(row.addressed_to ?? '')}</strong>
              <span>{String(row.content ?? '')}</span>
              <small>{t(...standingOf(row))}</small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const recent = (seconds: unknown): string => (seconds ? formatRecent(Number(seconds)) : '');

/** How far an instruction is: given, acknowledged, done or withdrawn. */
function standingOf(row: WireRow): Parameters<ReturnType<typeof useText>> {
  switch (row.status) {
    case 'issued':
      return [texts.waiting, { time: recent(row.issued_at) }];
    case 'acknowledged':
      return [texts.acknowledged, { name: String(row.acknowledged_by ?? ''), time: recent(row.acknowledged_at) }];
    case 'done':
      return [texts.done, { time: recent(row.done_at), result: String(row.result ?? '') }];
    default:
      return [texts.withdrawn];
  }
}

function GiveInstruction({ incident, onGiven }: { readonly incident: number; onGiven(): void }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const give = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const word = (name: string): string => String(given.get(name) ?? '').trim();
    setBusy(true);
    setProblem('');
    try {
      await addRow(incidentInstruction, {
        incident_id: incident,
        addressee: 'outside',
        outside_name: word('who'),
        content: word('what'),
      });
      form.current?.reset();
      onGiven();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <form ref={form} className="xj-command-give" onSubmit={(event) => void give(event)}>
      <label>
        <span>{t(texts.who)}</span>
        <input name="who" required maxLength={100} />
      </label>
      <label>
        <span>{t(texts.what)}</span>
        <input name="what" required minLength={2} maxLength={500} />
      </label>
      <button type="submit" className="xj-button wall-button" disabled={busy}>
        {t(texts.give)}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </form>
  );
}
