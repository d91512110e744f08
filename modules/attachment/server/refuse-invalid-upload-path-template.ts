import { defaultSaveName, uploadSettings } from '#kernel/settings/upload-settings.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import { isValidStorageAddressTemplate } from '#server/files/storage/make-and-validate-storage-address.ts';

const invalidTemplate = text(
  '这样的路径不成文件：每一段以字母或数字开头，不含 .. 与未知的占位',
  'Not a valid file path: each part must start with a letter or digit, without .. or unknown placeholders',
);

interface SettingChange {
  readonly before: { readonly name: string };
  readonly values: { readonly value?: string | null };
  fail(field: string, message: Text): void;
}

/** Refuses an invalid path template when it is saved instead of failing at the next upload. */
export const uploadPathSettingWriteHooks: WriteHooksOfAnyResource = {
  edit({ before, values, fail }: SettingChange) {
    if (before.name !== `${uploadSettings.name}.savename`) return;
    if (!isValidStorageAddressTemplate(String(JSON.parse(values.value ?? 'null') ?? defaultSaveName)))
      fail('savename', invalidTemplate);
  },
};
