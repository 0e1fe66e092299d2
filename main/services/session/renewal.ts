import { renewDamaged } from './account-files.ts';
import type { SessionParts } from './session-parts.ts';

/** A disk that damages files again within this time is not healed by opening them. */
const RELAPSE_MS = 10 * 60_000;

/** Opens an account again whose files turned out to be damaged: each once in ten minutes, in its turn. */
export function createRenewal(parts: SessionParts): (folder: string) => void {
  const { needs, turns } = parts;
  const renewedAt = new Map<string, number>();
  return (folder) => {
    const now = needs.now();
    if (now - (renewedAt.get(folder) ?? -Infinity) < RELAPSE_MS) return;
    renewedAt.set(folder, now);
    turns
      .run(() => renewDamaged(parts, folder))
      .catch((error: unknown) => needs.log.error('session.notOpenedAgain', error));
  };
}
