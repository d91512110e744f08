import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import './feedback.css';

const texts = {
  ok: text('确定', 'OK'),
  cancel: text('取消', 'Cancel'),
  typed: text('请输入“{word}”以确认', 'Type “{word}” to confirm'),
};

interface ConfirmLink {
  text: string;
  href: string;
  /** Navigates within the product, or downloads a file. */
  go(): void;
  /** Set for downloads: the dialog stays open. */
  stays?: true;
}

export interface ConfirmQuestion {
  title: string;
  text?: string;
  /** Listed below the message; some entries are links. */
  list?: readonly (string | ConfirmLink)[];
  tone?: 'primary' | 'danger';
  okText?: string;
  cancelText?: string;
  /** A notice instead of a question: there is one button. */
  acknowledge?: true;
  /** Text the user must type before confirming, for irreversible actions on many rows. */
  typed?: string;
}

/** Asks for confirmation of an irreversible action. Resolves to false when the dialog is closed in any other way. */
export function confirm({
  title,
  text: body,
  list = [],
  tone = 'primary',
  okText,
  cancelText,
  typed,
  acknowledge,
}: ConfirmQuestion): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = 'xj-confirm';
  dialog.setAttribute('aria-labelledby', 'xj-confirm-title');
  const form = document.createElement('form');
  form.method = 'dialog';
  const heading = document.createElement('h2');
  heading.id = 'xj-confirm-title';
  heading.textContent = title;
  form.append(heading);
  if (body) {
    const paragraph = document.createElement('p');
    paragraph.textContent = body;
    form.append(paragraph);
  }
  if (list.length > 0) {
    const lines = document.createElement('ul');
    lines.append(...list.map((one) => line(one, () => dialog.close('cancel'))));
    form.append(lines);
  }
  const ok = button(okText ?? translate(texts.ok), tone, 'ok');
  const cancel = button(cancelText ?? translate(texts.cancel), undefined, 'cancel');
  if (typed) form.append(typedField(typed, ok));
  const row = document.createElement('div');
  row.className = 'xj-confirm-buttons';
  row.append(...(acknowledge ? [ok] : [cancel, ok]));
  form.append(row);
  dialog.append(form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    // Enter in the form presses its first submit button, which is Cancel at the left. It must confirm instead.
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.target === cancel || event.target instanceof HTMLAnchorElement) return;
      event.preventDefault();
      if (!ok.disabled) dialog.close('ok');
    });
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === 'ok');
      dialog.remove();
    });
    dialog.addEventListener('keydown', (event) => {
      // The page below must not handle the keys of the dialog: Escape would open the question again.
      event.stopPropagation();
      // A key held down since before the dialog opened answers nothing.
      if (event.repeat && (event.key === 'Escape' || event.key === 'Enter')) event.preventDefault();
    });
    // After the key that opened it has been handled: the Escape that leaves a form would also close the dialog.
    setTimeout(() => {
      dialog.showModal();
      (typed ? form.querySelector('input') : tone === 'danger' ? cancel : ok)?.focus();
    });
  });
}

function line(content: string | ConfirmLink, leave: () => void): HTMLLIElement {
  const made = document.createElement('li');
  if (typeof content === 'string') made.textContent = content;
  else {
    const link = Object.assign(document.createElement('a'), { textContent: content.text, href: content.href });
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!content.stays) leave();
      content.go();
    });
    made.append(link);
  }
  return made;
}

function button(label: string, tone: ConfirmQuestion['tone'], value: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.className = 'xj-button';
  if (tone) made.dataset.tone = tone;
  made.value = value;
  made.textContent = label;
  return made;
}

function typedField(word: string, ok: HTMLButtonElement): HTMLLabelElement {
  const label = document.createElement('label');
  label.className = 'xj-confirm-typed';
  label.append(translate(texts.typed, { word }));
  const input = document.createElement('input');
  input.autocomplete = 'off';
  ok.disabled = true;
  input.addEventListener('input', () => {
    ok.disabled = input.value.trim() !== word;
  });
  label.append(input);
  return label;
}
