import { findFormOrMoveInputField } from '#kernel/access/forms-and-moves-that-fill-field.ts';
import { acceptedTypes, holdsFiles, kindOf } from '#kernel/field/field.ts';
import { isFileExtensionAllowed } from '#kernel/settings/allowed-file-types.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { suffixOf } from '#server/files/storage/clean-file-name.ts';
import { refuseType } from '#server/files/storage/upload-rules-and-refusals.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { badParameter } from '#server/refusal.ts';

/** Requirements of a field for its files: types, and whether they are private. */
export interface FileRequirements {
  readonly accept: string;
  readonly private: boolean;
}

/**
 * The requirements of the field that an upload names (`of=enterprise/enterprise.photo_front`), in a form or a move.
 * Undefined: the upload names none, as with other clients. A file that the field does not allow is refused by its name,
 * before it is received.
 */
export function fileRequirementsOfUploadField(
  { find }: Pick<Engine, 'find'>,
  caller: Caller,
  of: unknown,
  file: string,
): FileRequirements | undefined {
  if (of === undefined || of === '') return undefined;
  const [, name = '', field = ''] = (typeof of === 'string' && /^([\w/]+)\.(\w+)$/.exec(of)) || [];
  const resource = find(name);
  const one = resource && findFormOrMoveInputField(withFieldsVisibleToCaller(resource, caller, find), field);
  if (!one || !(holdsFiles(one) || kindOf(one).html)) throw badParameter();
  const demand = holdsFiles(one)
    ? { accept: acceptedTypes(one), private: one.options.private === true }
    : { accept: 'image/*', private: false };
  if (!isFileExtensionAllowed(suffixOf(file), demand.accept)) throw refuseType(suffixOf(file), demand.accept);
  return demand;
}
