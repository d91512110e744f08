import { describe, expect, it } from 'vitest';
import { acceptAttribute, checkUpload, isTypeAllowed } from '#web/input/upload-check.ts';

const picture = { name: '门头.JPG', size: 2048, type: 'image/jpeg' };

describe('upload check', () => {
  it('asks for a name and a size', () => {
    expect(checkUpload({ ...picture, name: '' }, {})?.en).toBe('The data of the uploaded file is incomplete!');
    expect(checkUpload({ ...picture, size: 0 }, {})?.en).toBe('The data of the uploaded file is incomplete!');
  });

  it.each([
    ['jpg,png', true],
    ['.jpg', true],
    ['image/jpeg', true],
    ['image/*', true],
    ['*', true],
    [' PNG , JPG ', true],
    ['png', false],
    ['image/png', false],
    ['video/*', false],
    ['jp', false],
    ['', false],
  ])('matches %s', (allowed, passes) => {
    expect(isTypeAllowed(picture, allowed)).toBe(passes);
  });

  it('lets a file without an extension pass by its type alone', () => {
    expect(isTypeAllowed({ name: 'scan', type: 'application/pdf' }, 'pdf')).toBe(false);
    expect(isTypeAllowed({ name: 'scan', type: 'application/pdf' }, 'application/pdf')).toBe(true);
  });

  it('refuses what the site or the field does not allow, and what is too large', () => {
    expect(checkUpload(picture, { mimetype: 'png' })?.en).toBe('The type of uploaded file is not allowed!');
    expect(checkUpload(picture, { mimetype: 'jpg', accept: 'pdf' })?.en).toBe(
      'The type of uploaded file is not allowed!',
    );
    expect(checkUpload(picture, { maxsize: 2047 })?.en).toBe(
      'The size of the uploaded file exceeds the allowed range!',
    );
    expect(checkUpload(picture, { mimetype: 'jpg', accept: 'image/*', maxsize: 2048 })).toBeUndefined();
  });

  it('writes what the file dialog should offer', () => {
    expect(acceptAttribute('jpg,.png,image/*')).toBe('.jpg,.png,image/*');
    expect(acceptAttribute('*')).toBeUndefined();
  });
});
