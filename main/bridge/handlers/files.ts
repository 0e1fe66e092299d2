import type { Services } from '#main/services/services.ts';
import type { HandlersOf } from '../handler-types.ts';

export function createFileHandlers(services: Services): HandlersOf<'files'> {
  return {
    'files.stage': (input) => services.files.stage(input),
    'files.openAttachment': (input) => services.attachments.open(input.mediaId),
    'files.release': async (input) => {
      await services.files.release(input.handle);
      return {};
    },
  };
}
