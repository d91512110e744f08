import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { momentWords } from '#web/cell/date-words.ts';
import { serverNow } from '#web/http/clock.ts';
import { speak } from '#web/i18n/locale.ts';
import { numberOf, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';
import { readPublicSetting } from '#web/session/public-settings.ts';
import { useAdmin, useMember } from '#web/session/session.ts';
import './print.css';

const words = {
  number: text('{label}　编号 {number}', '{label} no. {number}'),
  printed: text('{name} 打印于 {time}', 'Printed by {name}, {time}'),
};

/** The head of a record on paper: whose it is, which one, and who printed it when. */
export function PrintHead({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const officer = useAdmin();
  const member = useMember();
  const isOfficer = currentArea() === 'admin';
  const who = isOfficer ? officer : member;
  // what a table counts its rows by tells a member nothing
  const number = numberOf(resource, row) ?? (isOfficer ? row.id : undefined);
  return (
    <header className="xj-print-head">
      {/* the bureau whose record it is; the program is no authority, and stands there only until one is set */}
      <p>{String(readPublicSetting('site', 'authority') ?? readPublicSetting('site', 'name') ?? '')}</p>
      <h1>{titleOf(resource, row)}</h1>
      <p>
        <span>
          {number === undefined ? speak(resource.label) : speak(words.number, { label: speak(resource.label), number })}
        </span>
        <span>
          {speak(words.printed, { name: who?.nickname || who?.username || '', time: momentWords(serverNow()) })}
        </span>
      </p>
    </header>
  );
}
