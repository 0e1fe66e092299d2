import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AccountClient } from '../ports.ts';

/**
 * The client as the outbox sees it. The service says 401 to a wrong key and to an account that may not send: where it
 * still lets the account be read, the key is good, and the text is refused (`forbidden`) rather than everything paused.
 */
export function tellKeyFromRight(client: AccountClient): AccountClient {
  return {
    ...client,
    async sendMessage(request, options) {
      try {
        return await client.sendMessage(request, options);
      } catch (error) {
        if (!isAppError(error, 'unauthorized') || !(await isKeyGood(client, options.signal))) throw error;
        const message = 'This account may not send';
        const { status, common } = error;
        throw new AppError({ code: 'forbidden', message, status, outcome: 'refused', cause: error, common });
      }
    },
  };
}

async function isKeyGood(client: AccountClient, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await client.getUser({ priority: 'sending', ...(signal === undefined ? {} : { signal }) });
    return true;
  } catch (error) {
    // Nobody knows then: what the service said first counts.
    if (isAppError(error)) return false;
    throw error;
  }
}
