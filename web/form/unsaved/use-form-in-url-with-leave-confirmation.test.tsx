// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFormInUrlWithLeaveConfirmation } from './use-form-in-url-with-leave-confirmation.ts';

// jsdom knows no modal dialogs
beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

/** A form with unsaved changes, of which the address says no longer that it is open. */
function Form({ requested, restore }: { requested: string | undefined; restore: (form: string) => void }) {
  const { form, noteDirty } = useFormInUrlWithLeaveConfirmation(requested, restore);
  noteDirty(true);
  return <p>{form}</p>;
}

it('an address that is drawn late is restored once, so that Back leads to where it led before', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const restore = vi.fn((form: string) => history.pushState(null, '', `/?form=${form}`));
  root.render(<Form requested="add" restore={restore} />);
  await vi.waitFor(() => expect(document.body.textContent).toContain('add'));
  root.render(<Form requested={undefined} restore={restore} />);
  await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  // closed without an answer, which means to stay
  document.querySelector('dialog')?.dispatchEvent(new Event('close'));
  await vi.waitFor(() => expect(restore).toHaveBeenCalledTimes(1));
  // nothing is drawn for two seconds
  vi.advanceTimersByTime(2000);
  expect(restore).toHaveBeenCalledTimes(1);
  // left once more meanwhile: restored again
  history.pushState(null, '', '/');
  vi.advanceTimersByTime(600);
  expect(restore).toHaveBeenCalledTimes(2);
  root.unmount();
});
