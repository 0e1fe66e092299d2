/**
 * The process beside the app that asks the desktop's keyring: takes one task over its channel, performs it with keytar and
 * answers with the outcome. It uses the channel of Node's `fork` or the one of Electron's `utilityProcess`.
 */
import { createRequire } from 'node:module';
import type * as keytarModule from 'keytar';
import type { KeyringTask } from './keyring.ts';

type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>;

interface Outcome {
  readonly state: 'ready' | 'locked' | 'failed' | 'absent';
  readonly secret: string | null;
  readonly detail: string;
}

/** What Electron gives a utility process instead of `process.send`. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

const SERVICE = 'Switchboard';
const LONGEST_DETAIL = 200;

/** Errors of GLib, libsecret and the keyrings behind it when no keyring runs. */
const ABSENT = /autolaunch|dbus-launch|could not connect|serviceunknown|was not provided|namehasnoowner|no such file/i;
/** Errors of a collection that did not open, or of a question that the user dismissed. */
const LOCKED = /locked collection|islocked|is locked|dismissed|cancell?ed|interaction is not allowed|exist at path/i;

const READY: Outcome = { state: 'ready', secret: null, detail: '' };

/** An optional package: it may be missing, not be built, or lack a library of the system. */
function loadKeytar(): Keytar | string {
  try {
    return createRequire(import.meta.url)('keytar') as Keytar;
  } catch (error) {
    return toText(error);
  }
}

async function perform(keytar: Keytar, task: KeyringTask): Promise<Outcome> {
  const { account } = task;
  if (task.act === 'save') {
    await keytar.setPassword(SERVICE, account, task.secret);
    return READY;
  }
  if (task.act === 'find') {
    const secret = await keytar.getPassword(SERVICE, account);
    return secret === null && task.isExpected ? toLocked() : { ...READY, secret };
  }
  if (await keytar.deletePassword(SERVICE, account)) return READY;
  if (!task.isExpected) return READY;
  // A locked secret cannot be removed, and removing does not ask the user to unlock it; reading does.
  const isOpen = (await keytar.getPassword(SERVICE, account)) !== null;
  return isOpen && (await keytar.deletePassword(SERVICE, account)) ? READY : toLocked();
}

/**
 * libsecret answers "none" both where there is no secret and where the keyring is locked. The other two systems report the
 * latter as an error.
 */
function toLocked(): Outcome {
  if (process.platform !== 'linux') return READY;
  return { state: 'locked', secret: null, detail: 'the saved key cannot be read' };
}

function toFault(error: unknown, task: KeyringTask): Outcome {
  const text = toText(error);
  const state = ABSENT.test(text) ? 'absent' : LOCKED.test(text) ? 'locked' : 'failed';
  const detail = task.act === 'save' ? text.replaceAll(task.secret, '•••') : text;
  return { state, secret: null, detail: detail.slice(0, LONGEST_DETAIL) };
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function answer(task: KeyringTask): Promise<Outcome> {
  const keytar = loadKeytar();
  if (typeof keytar === 'string') {
    return { state: 'absent', secret: null, detail: keytar.split('\n', 1).join('').slice(0, LONGEST_DETAIL) };
  }
  try {
    return await perform(keytar, task);
  } catch (error) {
    return toFault(error, task);
  }
}

/** The app is gone. An ordinary exit would wait for the thread that may hang in the keyring. */
function vanish(): void {
  process.kill(process.pid, 'SIGKILL');
}

const { parentPort } = process as { readonly parentPort?: ParentPort };
if (parentPort !== undefined) {
  parentPort.on('message', ({ data }) => void answer(data as KeyringTask).then((said) => parentPort.postMessage(said)));
} else {
  process.on('disconnect', vanish);
  process.on('message', (task: KeyringTask) => void answer(task).then((said) => process.send?.(said)));
}
