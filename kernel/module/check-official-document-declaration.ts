import type { AnyField, Fields } from '../declaration/field.ts';
import { kindOf, refersToRowOrFile } from '../field/field.ts';
import { refusePermissionNodesOfFields } from '../resource/declaration-visible-to-caller.ts';

interface Declared {
  readonly name: string;
  readonly about?: Readonly<Record<string, unknown>>;
  readonly fills?: Readonly<Record<string, object>>;
  readonly fields: Fields;
  readonly party: string;
  readonly signatures?: Readonly<Record<string, { readonly persons?: number }>>;
}

/**
 * Throws if a document declares fields that documents cannot contain, or refers to fields that it does not have.
 * `reserved` are the names of the platform's own placeholders.
 */
export function checkOfficialDocumentDeclaration(one: Declared, reserved: readonly string[]): void {
  if (!/^[a-z]\w*\/[a-z]\w*$/i.test(one.name)) throw new Error(`document ${one.name}: module/document expected`);
  if (!Object.hasOwn(one.fields, one.party)) throw new Error(`document ${one.name}: ${one.party} is not a field`);
  for (const [name, field] of Object.entries<AnyField>(one.fields)) {
    if (!/^[a-z]\w*$/i.test(name) || reserved.includes(name))
      throw new Error(`document ${one.name}: no field can be called ${name}`);
    if (refersToRowOrFile(field) || kindOf(field).html)
      throw new Error(`document ${one.name}.${name}: a document can contain neither rows nor files`);
  }
  for (const [place, { persons = 1 }] of Object.entries(one.signatures ?? {}))
    if (!Number.isInteger(persons) || persons < 1 || persons > 9)
      throw new Error(`document ${one.name}: ${place} is signed by 1 to 9 people`);
  for (const [resource, filled] of Object.entries(one.fills ?? {}))
    if (
      !Object.hasOwn(one.about ?? {}, resource) ||
      Object.keys(filled).some((name) => !Object.hasOwn(one.fields, name))
    )
      throw new Error(`document ${one.name}: fills an unknown field, or one from a resource it is not about`);
  refusePermissionNodesOfFields(`document ${one.name}`, one.fields);
}
