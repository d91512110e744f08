import type { HelpTopic } from '#web/help/help-content-of-screen.tsx';
import type { RouteTarget } from './resolve-route-target.ts';

/** The help topic of a target. */
export function helpTopicOfRoute(target: RouteTarget, title: string): HelpTopic {
  switch (target.kind) {
    case 'resource':
    case 'record':
      return { name: target.resource, title: target.route.title };
    case 'screen':
      return { name: target.route.name, title: target.route.title };
    default:
      return { name: '', title };
  }
}
