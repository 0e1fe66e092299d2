import { isAppError } from '#shared/domain/app-error.ts';
import type { Account } from '#shared/domain/entities.ts';
import type { CallOptions } from './call.ts';
import type { AuthForm, Authorizer } from './credentials.ts';
import { getUser, ping } from './endpoints/account/account.ts';
import { toNotThisService } from './errors.ts';
import type { Service } from './service.ts';

export interface ProbeResult {
  readonly account: Account;
  /** How the service takes our credentials: keep it, and give it to the next client of this account. */
  readonly authForm: AuthForm;
}

/**
 * Signs in: is this the service, and does it take this key? The two-header form goes first; only here, and only after a
 * 401, the other form is tried, and kept where it works. Nothing is repeated: a person waits for the first word.
 * @throws AppError `unauthorized` (wrong key) · `offline`, `timeout` (no network) · `not-this-service` · `maintenance`
 */
export async function probe(service: Service, authorizer: Authorizer, options: CallOptions): Promise<ProbeResult> {
  const firstForm = authorizer.form;
  try {
    return await signIn(service, authorizer, options);
  } catch (error) {
    if (!isAppError(error, 'unauthorized')) throw error;
    authorizer.use(firstForm === 'headers' ? 'basic' : 'headers');
    if (authorizer.form === firstForm) throw error;
    try {
      return await signIn(service, authorizer, options);
    } catch (secondError) {
      authorizer.use(firstForm);
      throw secondError;
    }
  }
}

async function signIn(service: Service, authorizer: Authorizer, options: CallOptions): Promise<ProbeResult> {
  const once = { ...options, repeats: false };
  await ping(service, once).catch((error: unknown) => {
    throw toNotThisService(error);
  });
  return { account: await getUser(service, once), authForm: authorizer.form };
}
