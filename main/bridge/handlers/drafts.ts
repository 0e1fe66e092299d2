import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createDraftHandlers(services: Services): HandlersOf<'drafts'> {
  return {
    'drafts.save': async (input) => {
      await services.drafts.save(input.phone, input.text);
      return {};
    },
  };
}
