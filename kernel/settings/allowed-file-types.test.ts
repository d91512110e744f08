import { expect, test } from 'vitest';
import {
  explainRefusedFileType,
  isFileExtensionAllowed,
  isFileTypeAllowed,
  nameFileTypes,
} from './allowed-file-types.ts';

test('a list of types takes extensions, types and groups', () => {
  expect(isFileTypeAllowed('jpg', 'image/jpeg', 'png, .jpg')).toBe(true);
  expect(isFileTypeAllowed('jpg', 'image/jpeg', 'image/*')).toBe(true);
  expect(isFileTypeAllowed('jpg', 'image/jpeg', 'image/jpeg')).toBe(true);
  expect(isFileTypeAllowed('exe', 'application/x-msdownload', '*')).toBe(true);
  expect(isFileTypeAllowed('jpg', 'image/jpeg', 'jp,image/png,')).toBe(false);
  expect(isFileTypeAllowed('jpg', 'image/jpeg', '')).toBe(false);
  expect(isFileTypeAllowed('', 'application/pdf', 'pdf')).toBe(false);
});

test.each(['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg'])('a JPEG named .%s is a JPEG wherever one is taken', (suffix) => {
  expect(isFileTypeAllowed(suffix, '', 'jpg,png')).toBe(true);
  expect(isFileTypeAllowed(suffix, '', 'pdf, .JPEG')).toBe(true);
  expect(isFileExtensionAllowed(suffix, 'jpg,jpeg,png,webp,pdf')).toBe(true);
  expect(isFileTypeAllowed(suffix, '', 'png')).toBe(false);
});

test('kinds are named once each, in both languages', () => {
  expect(nameFileTypes('jpg,jpeg,png,pdf,ofd')).toEqual({ 'zh-cn': 'JPG、PNG、PDF、OFD', en: 'JPG, PNG, PDF, OFD' });
  expect(nameFileTypes('image/*,application/pdf').en).toBe('PDF, images (JPG, PNG etc.)');
});

test('the refusal of a file names the allowed types and gives advice', () => {
  expect(explainRefusedFileType('exe', '*', 'jpg,png')).toEqual({
    'zh-cn': '此处可上传：JPG、PNG。',
    en: 'Taken here: JPG, PNG.',
  });
  const heic = explainRefusedFileType('heif', 'jpg,png,pdf', 'jpg,png');
  expect(heic['zh-cn']).toBe(
    '此处可上传：JPG、PNG。苹果手机请在“设置 → 相机 → 格式”中选“兼容性最佳”后重拍，或先把照片另存为 JPG。',
  );
  expect(heic.en).toMatch(/^Taken here: JPG, PNG\. To send this one, on an iPhone choose .* Most Compatible/);
});
