import type { HandlersOf } from '#main/services/handler-types.ts';
import { openAttachment } from './attachments.ts';

/** Files that the page gives to main, and files of messages. */
export const fileHandlers: HandlersOf<'files'> = {
  'files.stage': ({ files }, input) => files.stage(input),
  'files.release': async ({ files }, { handle }) => {
    await files.release(handle);
    return {};
  },
  'files.openAttachment': openAttachment,
};
