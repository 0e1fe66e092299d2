import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createViewHandlers({ savedViews }: Services): HandlersOf<'views'> {
  return {
    'views.list': () => savedViews.list(),
    'views.save': (input) => savedViews.save(input),
    'views.remove': (input) => savedViews.remove(input.id),
    'views.order': (input) => savedViews.order(input.ids),
  };
}
