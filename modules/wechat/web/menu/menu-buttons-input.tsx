import { Button } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { useText } from '#web/i18n/locale.ts';
import { newChildRow } from '#web/input/rows/child-row-operations.ts';
import { type ChildRow, childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { type EnteredButton, findFaultsOfMenu, groupButtons } from '../../contract/find-faults-of-menu.ts';
import { OfficialAccountPhone, type PhoneButton } from '../official-account-phone.tsx';
import { addSubButton, addTopButton, mayAddSub, mayAddTop, moveButton, removeButton } from './edit-menu-buttons.ts';
import { MenuButtonForm } from './menu-button-form.tsx';
import './menu-buttons-input.css';

const texts = {
  lead: text(
    '在手机上点按钮来编辑。一级至多 3 个，每个下面至多 5 个。',
    'Press a button on the phone to edit it. At most 3 at the bottom, and 5 above each.',
  ),
  preview: text('公众号预览', 'Preview'),
  addTop: text('添加一级菜单', 'Add a button at the bottom'),
  addSub: text('添加子菜单', 'Add a button above it'),
  empty: text('点“＋”添加第一个按钮', 'Press + to add the first button'),
};

/** The place to go to: a row of `buttons.3.name`. */
const rowOf = (at: string | undefined): number | undefined => {
  const found = /^buttons\.(\d+)/.exec(at ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
};

/** The buttons of a menu in its form: a phone that shows them, and the fields of the one that is chosen. */
export default function MenuButtonsInput({ id, fields, values, errors, disabled, sought, put }: CustomInputProps) {
  const t = useText();
  const [[name, field] = []] = Object.entries(fields);
  if (!name || !field) throw new Error('the buttons of a menu expected');
  const own = childRowFields(childResourceOf(field), undefined);
  const rows = childRowsIn(values[name]);
  const buttons = rows as readonly (ChildRow & EnteredButton)[];
  const [picked, setPicked] = useState<{ readonly at: number; readonly turn?: number | undefined }>({ at: 0 });
  const wanted = sought && sought.turn !== picked.turn ? rowOf(sought.at) : undefined;
  const at = Math.min(wanted ?? picked.at, rows.length - 1);
  const choose = (next: number) => setPicked({ at: next, turn: sought?.turn });
  const change = (next: readonly ChildRow[], to = at) => {
    put({ [name]: next });
    choose(to);
  };
  const make = (level: 'top' | 'sub'): ChildRow => ({ ...newChildRow(own), level, kind: 'click' });
  const faults = findFaultsOfMenu(buttons);
  const refused = errors[name] ?? {};
  const isWrong = (row: number) =>
    faults.some((one) => one.row === row) || Object.keys(refused).some((place) => place.startsWith(`${row}.`));
  const phoneButton = (row: number): PhoneButton => ({
    id: row,
    name: buttons[row]?.name ?? '',
    isWrong: isWrong(row),
  });
  const groups = groupButtons(buttons).map(({ top, subs }) => ({ ...phoneButton(top), subs: subs.map(phoneButton) }));
  const open = groups.find((group) => group.id === at || group.subs.some((sub) => sub.id === at));
  const addSub = () => {
    // the button of the first level opens those above it from now on
    const parent = rows.map(
      (one, place): ChildRow => (place === open?.id ? { ...one, kind: null, event_key: null, url: null } : one),
    );
    const added = addSubButton(parent, at, make('sub'));
    change(added.rows, added.at);
  };
  const row = rows[at];
  return (
    <fieldset className="xj-bare-fieldset xj-wx-editor" aria-labelledby={`${id}-label`} disabled={disabled}>
      <div>
        <h3 id={`${id}-label`} className="xj-form-field-label">
          {t(field.label)}
        </h3>
        <p className="xj-wx-note">{t(texts.lead)}</p>
        <OfficialAccountPhone
          title={t(texts.preview)}
          groups={groups}
          chosen={at}
          open={open?.id}
          onPress={(button) => choose(button.id)}
          addTop={
            mayAddTop(rows) && (
              <button
                type="button"
                aria-label={t(texts.addTop)}
                onClick={() => change(addTopButton(rows, make('top')), rows.length)}
              >
                ＋
              </button>
            )
          }
          addSub={
            open &&
            mayAddSub(rows, at) && (
              <button type="button" aria-label={t(texts.addSub)} onClick={addSub}>
                ＋
              </button>
            )
          }
        >
          {rows.length === 0 && <p className="xj-wx-note">{t(texts.empty)}</p>}
        </OfficialAccountPhone>
      </div>
      {row && (
        <MenuButtonForm
          key={at}
          id={`${id}-${at}`}
          fields={own}
          row={row}
          hasSubs={groups.some((group) => group.id === at && group.subs.length > 0)}
          faults={faults.filter((one) => one.row === at)}
          errors={Object.fromEntries(
            Object.entries(refused).flatMap(([place, messages]) =>
              place.startsWith(`${at}.`) ? [[place.slice(`${at}.`.length), messages]] : [],
            ),
          )}
          disabled={disabled}
          onChange={(next) => change(rows.with(at, { ...row, ...next }))}
          onMove={(by) => {
            const moved = moveButton(rows, at, by);
            change(moved.rows, moved.at);
          }}
          onRemove={() => change(removeButton(rows, at), Math.max(0, at - 1))}
        />
      )}
      {!row && !disabled && (
        <Button onClick={() => change(addTopButton(rows, make('top')), 0)}>{t(texts.addTop)}</Button>
      )}
    </fieldset>
  );
}
