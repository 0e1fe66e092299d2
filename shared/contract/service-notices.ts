/** What the service itself sends about incoming texts, whether or not the app runs. */
import * as v from 'valibot';
import { nothing, SERVICE_ERRORS } from './common.ts';

const email = v.pipe(v.string(), v.trim(), v.maxLength(320));

/** Emails about incoming texts. */
export const serviceNoticesSchema = v.object({
  isOn: v.boolean(),
  /** Whether the email holds what was written before. */
  withHistory: v.boolean(),
  asHtml: v.boolean(),
  /** Up to three places; '': nobody stands there. */
  emails: v.pipe(v.array(email), v.maxLength(3)),
});
export type ServiceNotices = v.InferOutput<typeof serviceNoticesSchema>;

export const serviceNoticeRequests = {
  /** `not-found`: the service has no such settings · `forbidden`: this user may not see them. */
  'serviceNotices.get': {
    input: nothing,
    output: serviceNoticesSchema,
    errors: [...SERVICE_ERRORS, 'not-found', 'forbidden', 'bad-response'],
  },
  /** Replaces all of it. `validation` names the places whose address is refused: `alertEmail1`, `alertEmail2`, `alertEmail3`. */
  'serviceNotices.set': {
    input: serviceNoticesSchema,
    output: serviceNoticesSchema,
    errors: [...SERVICE_ERRORS, 'not-found', 'forbidden', 'validation'],
  },
} as const;
