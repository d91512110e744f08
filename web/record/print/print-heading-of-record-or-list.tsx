import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { translate } from '#web/i18n/locale.ts';
import { useIsPrinting } from '#web/record/print/use-is-printing.ts';
import { recordNumberOf, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { readPublicSetting } from '#web/session/public-settings.ts';
import { useAdmin, useMember } from '#web/session/session.ts';

import './print.css';

const texts = {
  number: text('{label}　编号 {number}', '{label} no. {number}'),
  part: text(
    '共 {total} 行，打印 {n} 行；需要全部时请导出',
    '{n} of {total} {total|row|rows} printed; export the list for all of them',
  ),
  partOfPage: text(
    '共 {total} 行，打印第 {page} 页的 {n} 行；需要全部时请导出',
    '{n} of {total} {total|row|rows} printed (page {page}); export the list for all of them',
  ),
  printed: text('{name} 打印于 {time}', 'Printed by {name}, {time}'),
};

/** Head of a printed record: the bureau, the record, and who printed it when. */
export function RecordPrintHeading({ resource, row }: { resource: AnyResource; row: WireRow }) {
  // row ids mean nothing to members
  const number = recordNumberOf(resource, row) ?? (currentArea() === 'admin' ? row.id : undefined);
  const label = translate(resource.label);
  return (
    <PrintHeading
      title={titleOf(resource, row)}
      about={number === undefined ? label : translate(texts.number, { label, number })}
    />
  );
}

/** The number of rows of a list, and the shown page. A list that scrolls endlessly has no page. */
export interface PrintedRowCount {
  readonly total: number;
  readonly page: number | undefined;
}

/** Head of a printed list, rendered while it is printed: it states how many rows are not on paper. */
export default function ListPrintHeading({ title, rows }: { title: string; rows: PrintedRowCount | undefined }) {
  if (!useIsPrinting()) return null;
  // lists of other tabs stay in the page, out of sight
  const drawn = [...document.querySelectorAll('.xj-screen [data-row]')].filter((one) => one.checkVisibility());
  const n = new Set(drawn.map((one) => one.getAttribute('data-row'))).size;
  const isPart = rows !== undefined && n > 0 && n < rows.total;
  return (
    <PrintHeading
      title={title}
      of="list"
      {...(isPart ? { about: translate(rows.page ? texts.partOfPage : texts.part, { ...rows, n }) } : {})}
    />
  );
}

interface PrintHeadingProps {
  readonly title: string;
  /** Number of the record. */
  readonly about?: string;
  readonly of?: 'list';
}

/** Head of any printed page: the bureau, the title, and who printed it when. */
function PrintHeading({ title, about, of }: PrintHeadingProps) {
  const officer = useAdmin();
  const member = useMember();
  const who = currentArea() === 'admin' ? officer : member;
  return (
    <div className="xj-print-head" data-of={of}>
      {/* the bureau; the name of the program only until one is set */}
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
