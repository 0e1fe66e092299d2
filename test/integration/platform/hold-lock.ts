/** A starter in a process of its own: says on stdout how it went, then stays until it is ended. */
import { acquireLock } from '#main/platform/lock.ts';

const [, , folder = '', url = `http://127.0.0.1:1/?token=${String(process.pid)}`] = process.argv;
const outcome = await acquireLock({ folder, reveal: () => url });
// Before the word on stdout: whoever reads it may end this process at once.
if (outcome.kind === 'held') {
  process.once('SIGTERM', () => {
    void outcome.release().then(() => process.exit(0));
  });
}
process.stdout.write(`${JSON.stringify(outcome)}\n`);
if (outcome.kind === 'busy') process.exit(0);
