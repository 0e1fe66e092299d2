import type { StoreFailure } from './account.ts';
import { renewDamaged } from './account-files.ts';
import { Reopening } from './reopening.ts';
import type { SessionParts } from './session-parts.ts';

/** A disk that damages files again within this time is not healed by opening them. */
const RELAPSE_MS = 10 * 60_000;

/**
 * Opens an account again, in its turn: one whose files turned out to be damaged once in ten minutes, one whose store has
 * ended as `Reopening` says.
 */
export function createRenewal(parts: SessionParts): (folder: string, why: StoreFailure) => void {
  const { needs, turns } = parts;
  const renewedAt = new Map<string, number>();
  const reopening = new Reopening(parts);
  const renew = async (folder: string): Promise<void> => {
    const now = needs.now();
    if (now - (renewedAt.get(folder) ?? -Infinity) < RELAPSE_MS) return;
    renewedAt.set(folder, now);
    await turns.run(() => renewDamaged(parts, folder));
  };
  return (folder, why) => {
    const renewing = why === 'ended' ? reopening.ended(folder) : renew(folder);
    renewing.catch((error: unknown) => needs.log.error('session.notOpenedAgain', error));
  };
}
