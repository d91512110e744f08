// @vitest-environment jsdom
import { ConfigProvider, Select } from 'antd';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { FlushReactUpdatesBeforeNextKey } from './flush-react-updates-before-next-key.tsx';

const options = ['旅行社', '旅馆', '景区', '民宿', '导游', '客运企业'].map((value) => ({ value, label: value }));

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

afterEach(() => document.body.replaceChildren());

const typed = (key: number): string => '旅'.repeat((key % 3) + 1);

/** Types keys into a select, all of which have waited for the page: nothing else runs in between. Returns what React threw. */
async function typeWithoutPause(mended: ReactNode, keys: number): Promise<string[]> {
  const thrown: string[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onUncaughtError: (error) => thrown.push(String(error)) });
  const onError = (event: ErrorEvent) => {
    thrown.push(event.message);
    event.preventDefault();
  };
  window.addEventListener('error', onError);
  root.render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      {mended}
      <Select showSearch={{ optionFilterProp: 'label' }} options={options} aria-label="类型" />
    </ConfigProvider>,
  );
  await vi.waitFor(() => expect(place.querySelector('input')).not.toBeNull());
  const input = place.querySelector('input');
  if (!input) throw new Error('the select has no input');
  input.focus();
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let key = 0; key < keys; key += 1) {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    input.dispatchEvent(new InputEvent('beforeinput', { bubbles: true }));
    setValue?.call(input, typed(key));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve(); // as after each event of a browser
  }
  window.removeEventListener('error', onError);
  if (thrown.length === 0) expect(input.value).toBe(typed(keys - 1));
  root.unmount();
  return thrown;
}

it('a select takes any number of keys that waited for a busy page', async () => {
  // why it is needed: as long as this holds
  expect(await typeWithoutPause(undefined, 60)).toContainEqual(expect.stringContaining('Maximum update depth'));
  expect(await typeWithoutPause(<FlushReactUpdatesBeforeNextKey />, 60)).toEqual([]);
});
