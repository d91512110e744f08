import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { selectableLists } from '#modules/security/contract/resources-and-fields-as-select-options.ts';
import type { subscriptionKinds } from './view-subscription.ts';

/**
 * Audiences of a shared view, besides private views. None includes offices above or beside the sharing one; officers
 * for the whole country share with everybody.
 */
export const sharedViewAudiences = {
  office: text('本办公室', 'My office'),
  below: text('本办公室及下级', 'My office and those below'),
  group: text('一个管理组', 'One group'),
  all: text('全体管理员', 'All administrators'),
} as const;

/** A named list query shared with others: read by its audience, changed by whoever has the permission in its area. */
export const storedSharedView = resource({
  name: 'auth/view',
  label: text('共享视图', 'Shared views'),
  icon: 'eye',
  title: 'name',
  scope: 'area',
  actions: ['index', 'add', 'edit', 'del'],
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 40, search: true }),
    list: field.select(text('列表', 'List'), { required: true, optionList: selectableLists }),
    address: field.text(text('条件', 'Filter'), {
      required: true,
      max: 2000,
      // its page says it in words
      list: 'never',
      hint: text('列表地址中“?”之后的部分', "The part of the list's address after “?”"),
    }),
    audience: field.radio(text('可用范围', 'Available to'), {
      options: sharedViewAudiences,
      initial: 'office',
      required: true,
    }),
    group_id: field.reference(text('管理组', 'Group'), {
      to: 'auth/group',
      shownWhen: { by: 'audience', of: ['group'] },
      hint: text('可用范围为“一个管理组”时必选', 'Required when available to one group'),
    }),
    area_code: field.area(text('共享的办公室', 'Shared by the office of'), { write: 'server' }),
  },
});
export interface StoredSharedView extends Row<typeof storedSharedView> {}

/** A shared view, as offered by a list. */
export interface SharedListView {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly audience: keyof typeof sharedViewAudiences;
  /** Name of the group in its audience. */
  readonly group: string | null;
  /** The sharing office, if not the reader's own. */
  readonly office: string | null;
  /** Whether it belongs to the reader's own area and may be withdrawn there. */
  readonly own: boolean;
}

/** Views offered by a list, and the user's subscriptions to it. */
export interface SharedViewsAndSubscriptions {
  readonly shared: readonly SharedListView[];
  readonly subscribed: readonly OwnSubscription[];
}

/** A subscription; `address` is the present one of the view it follows. */
export interface OwnSubscription {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly kind: keyof typeof subscriptionKinds;
}
