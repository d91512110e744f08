import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { deleteRows, resourceController } from '#server/calls/resource-controller-derived-from-declaration.ts';
import type { Action, Controller } from '#server/http/controller.ts';
import { viewSubscription } from '../../contract/view-subscription.ts';

const derived = resourceController(viewSubscription).actions as Record<'del', Action>;

const node = `${viewSubscription.name}/del`;

const withRightToEnd = (caller: Caller): Caller => ({
  ...caller,
  nodes: new Set([...caller.nodes, node.toLowerCase()]),
  grantKey: `${caller.grantKey} ${node}`,
});

/** `POST del {ids}`: officers end their own subscriptions, whatever their group grants. */
export const endOwnSubscriptionsController: Controller = {
  app: 'admin',
  name: controllerNameOf(viewSubscription),
  actions: {
    del: {
      ...derived.del,
      gate: 'login',
      handle: (call) => deleteRows(viewSubscription, { ...call, caller: withRightToEnd(call.caller) }),
    },
  },
};
