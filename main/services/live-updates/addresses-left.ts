import { DIRECTIONS, toPlaceState, toPlaceUrl } from '#main/webhooks/registration.ts';
import type { CallbackSettings } from '#shared/domain/account.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import type { LiveMemory } from './live-memory.ts';

/** An address of ours that the service may still send its events to. */
export interface AddressLeft {
  readonly direction: CallbackDirection;
  /** The whole address that ours replaced; null: nobody was told before. */
  readonly former: string | null;
}

/** Where ours were not given back: as `current` has it, and where that is not known, wherever ours may stand. */
export function toAddressesLeft(
  { kept, ownSecrets }: Pick<LiveMemory, 'kept' | 'ownSecrets'>,
  current: CallbackSettings | null,
): readonly AddressLeft[] {
  const { former } = kept;
  if (former === null) return [];
  const isOurs = (direction: CallbackDirection): boolean =>
    current !== null && toPlaceState(toPlaceUrl(current, direction), ownSecrets) === 'ours';
  const ours = DIRECTIONS.filter(isOurs);
  return (ours.length === 0 ? DIRECTIONS : ours).map((direction) => {
    const url = former[direction] ?? '';
    return { direction, former: url === '' ? null : url };
  });
}
