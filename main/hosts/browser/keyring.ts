import type { SecretStore } from '#main/hosts/host.ts';
import { forkKeyringHelper } from '#main/platform/keyring-fork.ts';
import { Keyring } from '#main/platform/keyring.ts';

/** The keyring of the computer that the page is served from; null where it was switched off. */
export function createKeyring({ usesKeyring }: { readonly usesKeyring: boolean }): SecretStore | null {
  return usesKeyring ? new Keyring({ startHelper: forkKeyringHelper }) : null;
}
