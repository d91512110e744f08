import type { Fields } from '../declaration/field.ts';
import type { Publication } from '../declaration/publication-of-rows-without-sign-in.ts';
import type { Resource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { versionPublicationLifecycle, versionValidities } from './version-publication-lifecycle.ts';

type PublicationState = keyof typeof versionPublicationLifecycle.states & string;
type PublicationMoves = typeof versionPublicationLifecycle.moves;

/** The fields that every versioned resource has, after its own. */
const versionFields = <const N extends string>(name: N) =>
  ({
    revision: field.integer(text('版本号', 'Version'), { write: 'server' }),
    effective_from: field.date(text('施行日期', 'In force from')),
    effective_to: field.date(text('失效日期', 'In force until'), {
      endless: text('长期有效', 'No end date'),
      hint: text('最后有效的一天', 'The last day in force'),
    }),
    standing: field.select(text('时效性', 'Validity'), { options: versionValidities, computed: true }),
    previous_id: field.reference(text('上一版本', 'Previous version'), {
      to: name,
      reach: 'all',
      write: 'server',
      related: false,
      list: 'never',
    }),
    next_id: field.reference(text('下一版本', 'Next version'), {
      to: name,
      reach: 'all',
      write: 'server',
      related: false,
      list: 'never',
    }),
  }) as const;

type VersionFields = ReturnType<typeof versionFields>;

/**
 * Declares a library of the bureau (laws, check items, templates): its rows are drafted, reviewed by another officer,
 * published and retired (`versionPublicationLifecycle`), in versions that are in force from one day to another. `versionsOf` names the field that all versions of a
 * row share: a number that the server assigns, or one that is entered once (`write: 'add'`), unique with `revision`. Its
 * table needs `select add_library('<table>', '<that field>')`.
 */
export function versionedResource<
  const N extends string,
  const F extends Fields,
  const E extends string = never,
  const D extends string = never,
>({
  versionsOf,
  fields,
  ...declared
}: Omit<
  Resource<N, F, PublicationState, PublicationMoves, E, D>,
  'life' | 'versions' | 'members' | 'owner' | 'archived' | 'listed' | 'order' | 'published'
> & {
  readonly versionsOf: keyof F & string;
  readonly listed?: readonly string[];
  readonly order?: readonly [string, 'asc' | 'desc'];
  readonly published?: Publication<
    (keyof (F & VersionFields) & string) | 'status' | 'updatetime',
    keyof PublicationMoves & string
  >;
}): Resource<N, F & VersionFields, PublicationState, PublicationMoves, E, D> {
  const one = {
    subtitle: [['revision', text('第 {n} 版', 'version {n}')], 'effective_from'],
    ...declared,
    fields: { ...fields, ...versionFields(declared.name) },
    life: versionPublicationLifecycle,
    versions: {
      of: versionsOf,
      revise: 'revise',
      publish: ['publish'],
      replace: 'replace',
      published: ['published', 'retired'],
      inForce: { from: 'effective_from', until: 'effective_to' },
    },
  } as Resource<N, F & VersionFields, PublicationState, PublicationMoves, E, D>;
  return resource(one);
}
