import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createListHandlers(services: Services): HandlersOf<'lists'> {
  return { 'lists.list': () => services.people.listLists() };
}
