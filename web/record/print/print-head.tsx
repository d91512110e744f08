import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { serverNow } from '#web/http/clock.ts';
import { translate } from '#web/i18n/locale.ts';
import { usePrinting } from '#web/record/print/use-printing.ts';
import { numberOf, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';
import { readPublicSetting } from '#web/session/public-settings.ts';
import { useAdmin, useMember } from '#web/session/session.ts';

import './print.css';

const texts = {
  number: text('{label}　编号 {number}', '{label} no. {number}'),
  printed: text('{name} 打印于 {time}', 'Printed by {name}, {time}'),
};

/** The head of a record on paper: whose it is, which one, and who printed it when. */
export function PrintHead({ resource, row }: { resource: AnyResource; row: WireRow }) {
  // what a table counts its rows by tells a member nothing
  const number = numberOf(resource, row) ?? (currentArea() === 'admin' ? row.id : undefined);
  const label = translate(resource.label);
  return (
    <PrintHeading
      title={titleOf(resource, row)}
      about={number === undefined ? label : translate(texts.number, { label, number })}
    />
  );
}

/** The head of a list on paper, while it is printed. */
export default function ListPrintHead({ title }: { title: string }) {
  return usePrinting() ? <PrintHeading title={title} of="list" /> : null;
}

interface PrintHeadingProps {
  readonly title: string;
  /** Which one it is. */
  readonly about?: string;
  readonly of?: 'list';
}

/** What stands above anything on paper: the bureau, what it is, and who printed it when. */
function PrintHeading({ title, about, of }: PrintHeadingProps) {
  const officer = useAdmin();
  const member = useMember();
  const who = currentArea() === 'admin' ? officer : member;
  return (
    <div className="xj-print-head" data-of={of}>
      {/* the bureau whose it is; the program is no authority, and stands there only until one is set */}
      <p>{String(readPublicSetting('site', 'authority') ?? readPublicSetting('site', 'name') ?? '')}</p>
      <h1>{title}</h1>
      <p>
        <span>{about}</span>
        <span>
          {translate(texts.printed, { name: who?.nickname || who?.username || '', time: formatMinute(serverNow()) })}
        </span>
      </p>
    </div>
  );
}
