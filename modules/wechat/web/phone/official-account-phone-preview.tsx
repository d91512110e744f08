import type { ReactNode } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import './official-account-phone.css';

const texts = {
  menu: text('底部菜单', 'Menu'),
  unnamed: text('未命名', 'Unnamed'),
};

/** A button of the menu as the phone shows it. `id` is its row. */
export interface PhoneButton {
  readonly id: number;
  readonly name: string;
  readonly isWrong?: boolean;
}

export interface PhoneButtonGroup extends PhoneButton {
  readonly subs: readonly PhoneButton[];
}

interface Props {
  /** The name of the account. */
  readonly title: string;
  readonly groups: readonly PhoneButtonGroup[];
  /** The button that is chosen, and the group whose buttons are shown. */
  readonly chosen?: number | undefined;
  readonly open?: number | undefined;
  onPress(button: PhoneButton, group: PhoneButtonGroup): void;
  /** What follows the buttons below a group, and the groups: to add one. */
  readonly addSub?: ReactNode;
  readonly addTop?: ReactNode;
  /** The conversation above the menu. */
  readonly children?: ReactNode;
  /** Between the conversation and the menu: where one writes. */
  readonly footer?: ReactNode;
}

/** An official account as a follower sees it: conversation, and the menu below it. */
export function OfficialAccountPhone(props: Props) {
  const { title, groups, chosen, open, onPress, addSub, addTop, children, footer } = props;
  const t = useText();
  const opened = groups.find(({ id }) => id === open);
  const label = (name: string) => name || t(texts.unnamed);
  return (
    <div className="xj-wx-phone">
      <div className="xj-wx-title">{title}</div>
      <div className="xj-wx-talk">{children}</div>
      {footer}
      <nav className="xj-wx-menu" aria-label={t(texts.menu)}>
        {groups.map((group) => (
          <div key={group.id} className="xj-wx-group">
            {opened?.id === group.id && (group.subs.length > 0 || addSub) && (
              <ul className="xj-wx-subs">
                {group.subs.map((sub) => (
                  <li key={sub.id}>
                    <button
                      type="button"
                      data-wrong={sub.isWrong || undefined}
                      aria-pressed={chosen === sub.id}
                      onClick={() => onPress(sub, group)}
                    >
                      {label(sub.name)}
                    </button>
                  </li>
                ))}
                {addSub && <li>{addSub}</li>}
              </ul>
            )}
            <button
              type="button"
              data-wrong={group.isWrong || undefined}
              aria-pressed={chosen === group.id}
              aria-expanded={group.subs.length > 0 ? opened?.id === group.id : undefined}
              onClick={() => onPress(group, group)}
            >
              {group.subs.length > 0 && <span aria-hidden>≡ </span>}
              {label(group.name)}
            </button>
          </div>
        ))}
        {addTop}
      </nav>
    </div>
  );
}
