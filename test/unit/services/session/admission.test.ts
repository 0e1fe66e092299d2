import { describe, expect, it } from 'vitest';
import { askForAdmission } from '#main/services/account/admission.ts';
import { AppError } from '#shared/domain/app-error.ts';

/** A service that never answers: it ends as the real client does, when the caller gives up. */
const silent = {
  probe: ({ signal }: { readonly signal?: AbortSignal | undefined }) =>
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new AppError({ code: 'cancelled', message: 'GET /ping' })));
    }),
};

describe('asking for admission', () => {
  it('calls a service that does not answer in time just that', async () => {
    const asked = askForAdmission(silent, new AbortController().signal, 5);
    await expect(asked).rejects.toMatchObject({ code: 'timeout', cause: { code: 'cancelled' } });
  });

  it('is cancelled by the end of the app', async () => {
    const ending = new AbortController();
    const asked = askForAdmission(silent, ending.signal);
    ending.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });
});
