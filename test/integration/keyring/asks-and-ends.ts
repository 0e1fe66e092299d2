/** Asks the keyring, and at SIGTERM ends as the app does: by `process.exit`, with the call still open. */
import { forkKeyringHelper } from '#main/platform/keyring.ts';
import { Keyring } from '#main/platform/keyring.ts';

// No deadline of its own ends the call while the test waits.
const keyring = new Keyring({ startHelper: forkKeyringHelper, deadlineMs: 600_000 });
process.on('SIGTERM', () => process.exit(0));
void keyring.find('ada https://rest.example.test', true);
