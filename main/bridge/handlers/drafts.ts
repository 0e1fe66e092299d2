import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createDraftHandlers(services: Services): HandlersOf<'drafts'> {
  return {
    'drafts.get': (input) => services.drafts.get(input.phone),
    'drafts.save': (input) => services.drafts.save(input),
    'drafts.addFile': (input) => services.drafts.addFile(input),
    'drafts.removeFile': async (input) => {
      await services.drafts.removeFile(input.phone, input.fileId);
      return {};
    },
  };
}
