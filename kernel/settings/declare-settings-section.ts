import type { AnyField, Fields, FieldValues } from '../declaration/field.ts';
import { kindOf, refersToRowOrFile } from '../field/field.ts';
import { refusePermissionNodesOfFields } from '../resource/declaration-visible-to-caller.ts';
import type { Text } from '../text/text.ts';

/** A section of the system settings (系统设置): the settings of one part of the product. */
export interface SettingsSection<F extends Fields = Fields> {
  /** Name of the section: the name of its module, or `module/section`. */
  readonly name: string;
  readonly label: Text;
  /** Its settings. A required one has an initial value. */
  readonly fields: F;
  /** The settings that every browser receives, also before anybody signs in. */
  readonly public: readonly string[];
  /**
   * The settings with which an administrator could gain further rights, such as those of sign-in and of the services
   * that receive codes and files. Only super administrators can change them.
   */
  readonly guarded?: readonly string[];
}

/** The values of a section in wire form. Empty ones are null. */
export type SettingValues<F extends Fields> = Readonly<FieldValues<F>>;

/** Declares a section: `settings({ name: 'site', label, fields: { name_zh: field.text(…) }, public: ['name_zh'] })`. */
export function settings<const F extends Fields>(one: {
  readonly name: string;
  readonly label: Text;
  readonly fields: F;
  readonly public?: readonly (keyof F & string)[];
  readonly guarded?: 'all' | readonly (keyof F & string)[];
}): SettingsSection<F> {
  if (!/^[a-z]\w*(\/[a-z]\w*)?$/i.test(one.name))
    throw new Error(`settings ${one.name}: module or module/section expected`);
  for (const [name, field] of Object.entries<AnyField>(one.fields)) {
    const at = `${one.name}.${name}`;
    if (refersToRowOrFile(field)) throw new Error(`${at}: a setting can hold neither rows nor files`);
    if (field.required && field.initial === undefined)
      throw new Error(`${at}: a required setting needs an initial value`);
    if (field.privacy === 'masked') throw new Error(`${at}: a setting is either hidden or not private`);
    if (field.initial !== undefined && !kindOf(field).schema(field.options).safeParse(field.initial).success)
      throw new Error(`${at}: its initial value is invalid`);
    if (field.privacy && one.public?.includes(name)) throw new Error(`${at}: a secret cannot be public`);
  }
  refusePermissionNodesOfFields(`settings ${one.name}`, one.fields);
  const guarded = one.guarded === 'all' ? Object.keys(one.fields) : (one.guarded ?? []);
  return { ...one, public: one.public ?? [], guarded };
}

/** The initial values of a section. */
export const initialSettings = <F extends Fields>({ fields }: SettingsSection<F>): SettingValues<F> =>
  Object.fromEntries(
    Object.entries<AnyField>(fields).map(([name, field]) => [name, field.initial ?? null]),
  ) as unknown as SettingValues<F>;
