import { text } from '#kernel/text.ts';
import { CellValue, isEmptyValue } from '#web/cell/cell-value.tsx';
import { documentFormat } from '#web/cell/document-format.ts';
import { useFileLinks } from '#web/cell/use-file-links.ts';
import { speak } from '#web/i18n/locale.ts';
import { pictureField } from '#web/resource/columns.ts';
import { fieldOf } from '#web/resource/list-query.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import type { LensProps } from '#web/table/board-lens.tsx';
import { TitleCell } from '#web/table/list-row.tsx';
import './lens.css';

const words = { list: text('{label}卡片', 'Cards of {label}'), noPicture: text('无图片', 'No picture') };

/** Fields below the title of a card. */
const cardFields = 4;

function CardPicture({ url }: { url: string }) {
  const { linkOf, renew } = useFileLinks([url]);
  return <img src={linkOf(url)} alt="" loading="lazy" onError={renew} />;
}

/** Rows as pictures with their names. */
export default function CardLens({
  rows,
  resource,
  settings,
  onOpen,
  actions,
}: LensProps & { rows: readonly WireRow[] }) {
  const picture = pictureField(resource);
  const names = settings.columns
    .filter((one) => one.shown && one.name !== resource.title && one.name !== picture)
    .map((one) => one.name);
  return (
    <ul data-list className="xj-row-cards" aria-label={speak(words.list, { label: speak(resource.label) })}>
      {rows.map((row) => {
        const value = picture ? row[picture] : undefined;
        const url = Array.isArray(value) ? value[0] : value;
        return (
          <li key={row.id} className="xj-card" data-row={row.id}>
            <button
              type="button"
              className="xj-card-picture"
              tabIndex={-1}
              aria-hidden="true"
              onClick={() => onOpen(row)}
            >
              {typeof url === 'string' && url !== '' && documentFormat(url) === undefined ? (
                <CardPicture url={url} />
              ) : (
                <span>{speak(words.noPicture)}</span>
              )}
            </button>
            <TitleCell resource={resource} row={row} onOpen={onOpen}>
              {titleOf(resource, row)}
            </TitleCell>
            {names
              .filter((name) => !isEmptyValue(row[name]))
              .slice(0, cardFields)
              .map((name) => {
                const field = fieldOf(resource, name);
                return (
                  field && (
                    <div key={name} className="xj-board-field">
                      <span>{speak(field.label)}</span> <CellValue name={name} field={field} row={row} />
                    </div>
                  )
                );
              })}
            {actions(row)}
          </li>
        );
      })}
    </ul>
  );
}
