import { describe, expect, it } from 'vitest';
import { acceptAttribute, validateFileBeforeUpload } from './validate-file-type-and-size-before-upload.ts';

const picture = { name: '门头.JPG', size: 2048, type: 'image/jpeg' };

describe('upload check', () => {
  it('asks for a name and a size', () => {
    expect(validateFileBeforeUpload({ ...picture, name: '' }, {})?.en).toBe(
      'The data of the uploaded file is incomplete!',
    );
    expect(validateFileBeforeUpload({ ...picture, size: 0 }, {})?.en).toBe(
      'The data of the uploaded file is incomplete!',
    );
  });

  it('refuses what the site or the field does not allow, and what is too large', () => {
    expect(validateFileBeforeUpload(picture, { mimetype: 'png' })?.en).toBe(
      'The type of uploaded file is not allowed! Taken here: PNG.',
    );
    const photo = { ...picture, name: 'IMG_0001.HEIC', type: 'image/heic' };
    expect(validateFileBeforeUpload(photo, { mimetype: 'jpg,png', accept: 'jpg,pdf' })?.['zh-cn']).toMatch(
      /^上传的文件类型不被允许！此处可上传：JPG、PDF。.*兼容性最佳/,
    );
    expect(
      validateFileBeforeUpload({ name: 'scan', size: 1, type: 'application/pdf' }, { accept: 'pdf' }),
    ).toBeDefined();
    expect(
      validateFileBeforeUpload({ name: 'scan', size: 1, type: 'application/pdf' }, { accept: 'application/pdf' }),
    ).toBeUndefined();
    expect(
      validateFileBeforeUpload({ ...picture, name: '门头.jfif' }, { mimetype: 'jpg,png', accept: 'jpg' }),
    ).toBeUndefined();
    expect(validateFileBeforeUpload(picture, { maxsize: 2047 })?.en).toBe(
      'The size of the uploaded file exceeds the allowed range!',
    );
    expect(validateFileBeforeUpload(picture, { mimetype: 'jpg', accept: 'image/*', maxsize: 2048 })).toBeUndefined();
  });

  it('writes what the file dialog should offer', () => {
    expect(acceptAttribute('jpg,.png,image/*')).toBe('.jpg,.jpeg,.jpe,.jfif,.pjpeg,.pjp,.png,image/*');
    expect(acceptAttribute('*')).toBeUndefined();
  });
});
