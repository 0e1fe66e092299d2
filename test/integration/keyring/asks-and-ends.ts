/** Asks the keyring, and at SIGTERM ends as the app does: by `process.exit`, with the call still open. */
import { forkKeyringHelper } from '#main/platform/keyring-fork.ts';
import { Keyring } from '#main/platform/keyring.ts';

const keyring = new Keyring({ startHelper: forkKeyringHelper });
process.on('SIGTERM', () => process.exit(0));
void keyring.find('ada https://rest.example.test', true);
