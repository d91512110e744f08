import type { HelpTopic } from '#web/help/help-content.tsx';
import { findResource } from '#web/resource/resource-registry.ts';
import type { Place } from './resolve-place.ts';

/** The help topic of a place. */
export function topicOf(place: Place, title: string): HelpTopic {
  switch (place.kind) {
    case 'resource':
    case 'record':
      return { name: place.resource, title: place.route.title, resource: findResource(place.resource) };
    case 'screen':
      return { name: place.route.name, title: place.route.title, resource: findResource(place.route.name) };
    default:
      return { name: '', title };
  }
}
