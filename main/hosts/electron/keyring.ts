import { fileURLToPath } from 'node:url';
import { toKeyringHelperUrl } from '#main/platform/keyring-fork.ts';
import { Keyring, type StartKeyringHelper } from '#main/platform/keyring.ts';
import type { SecretStore } from '../host.ts';
import type { ElectronParts } from './parts.ts';

/**
 * The keyring of this computer; null where it was switched off. Its helper is a utility process: Node's `fork` would
 * start the app a second time, since the packaged program does not run as Node (electron-builder.yml).
 */
export function createKeyring(
  forkProcess: ElectronParts['forkProcess'],
  { usesKeyring }: { readonly usesKeyring: boolean },
): SecretStore | null {
  return usesKeyring ? new Keyring({ startHelper: toStartHelper(forkProcess) }) : null;
}

function toStartHelper(forkProcess: ElectronParts['forkProcess']): StartKeyringHelper {
  return (task, { onAnswer, onEnd }) => {
    const child = forkProcess(toUnpacked(fileURLToPath(toKeyringHelperUrl())), [], {
      stdio: 'ignore',
      serviceName: 'Switchboard keyring',
    });
    child.on('message', onAnswer);
    child.on('exit', () => onEnd());
    let isUnwanted = false;
    child.on('spawn', () => {
      if (isUnwanted) end(child.pid);
    });
    child.postMessage(task);
    return {
      kill() {
        isUnwanted = true;
        end(child.pid);
      },
    };
  };
}

/** Packed, it lies beside the archive with its native package, and knows of no archive (electron-builder.yml). */
export function toUnpacked(file: string): string {
  return file.replace(/([/\\]app\.asar)([/\\])/, '$1.unpacked$2');
}

/** For good: a polite signal would wait for the thread that waits for a person. Before it is spawned it has no id. */
function end(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}
