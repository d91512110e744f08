import { expect, it } from 'vitest';
import { displayedFileName, rememberUploadedName } from '#web/cell/file/uploaded-file-name.ts';

it.each([
  ['/storage/default/20261123/9edd4804d14db99021e482b30b63b208733ac15b.jpg', '9edd….jpg'],
  ['/storage/default/20261123/9edd4804d14db99021e482b30b63b208733ac15b', '9edd…'],
  ['/storage/a/%E8%90%A5%E4%B8%9A%E6%89%A7%E7%85%A7.pdf?expires=1', '营业执照.pdf'],
  ['/storage/a/100%.txt', '100%.txt'],
  ['/storage/a/9edd4804.txt#page=2', '9edd4804.txt'],
])('shows %s as %s', (url, name) => {
  expect(displayedFileName(url)).toBe(name);
});

it('shows what somebody has just sent by the name it has with them', () => {
  const url = '/storage/default/20261123/0000000000000000000000000000000000000000.pdf';
  expect(displayedFileName(url)).toBe('0000….pdf');
  rememberUploadedName(url, '营业执照.pdf');
  expect(displayedFileName(url)).toBe('营业执照.pdf');
});
