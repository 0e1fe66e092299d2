/** Files that travel outside JSON, and files of messages. */
import * as v from 'valibot';
import { nothing } from './common.ts';

export const fileRequests = {
  /** Announces bytes that follow outside JSON; the answer is where to put them. */
  'files.stage': {
    input: v.object({
      name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
      mimeType: v.pipe(v.string(), v.maxLength(200)),
      sizeBytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
    output: v.object({ handle: v.string() }),
    errors: ['validation', 'disk'],
  },
  /**
   * Opens a file of a message outside the app. Where it lies elsewhere than with the service, nothing opens: `askFirst` is
   * the address, for a question and `host.openLink`.
   */
  'files.openAttachment': {
    input: v.object({ mediaId: v.pipe(v.string(), v.maxLength(64)) }),
    output: v.object({ askFirst: v.nullable(v.string()) }),
    errors: ['not-found', 'validation'],
  },
  /** Forgets a staged file, also in the middle of its upload. */
  'files.release': { input: v.object({ handle: v.string() }), output: nothing, errors: [] },
} as const;
