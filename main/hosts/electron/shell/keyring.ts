import { fileURLToPath } from 'node:url';
import { Keyring, toKeyringHelperUrl, type StartKeyringHelper } from '#main/platform/keyring.ts';
import type { SecretStore } from '../../host.ts';
import type { ElectronApi } from '../electron-api.ts';

/**
 * The keyring of this computer; null where it was switched off. Its helper is a utility process: Node's `fork` would
 * start the app a second time, since the packaged program does not run as Node (electron-builder.yml).
 */
export function createKeyring(
  forkProcess: ElectronApi['forkProcess'],
  { usesKeyring }: { readonly usesKeyring: boolean },
): SecretStore | null {
  return usesKeyring ? new Keyring({ startHelper: toStartHelper(forkProcess) }) : null;
}

function toStartHelper(forkProcess: ElectronApi['forkProcess']): StartKeyringHelper {
  return (task, { onAnswer, onEnd }) => {
    const child = forkProcess(toUnpacked(fileURLToPath(toKeyringHelperUrl())), [], {
      stdio: 'ignore',
      serviceName: 'Switchboard keyring',
    });
    child.on('message', onAnswer);
    child.on('exit', () => onEnd());
    let isKilled = false;
    child.on('spawn', () => {
      if (isKilled) end(child.pid);
    });
    child.postMessage(task);
    return {
      kill() {
        isKilled = true;
        end(child.pid);
      },
    };
  };
}

/** In the package the helper lies beside the archive with its native package: it cannot read archives (electron-builder.yml). */
export function toUnpacked(file: string): string {
  return file.replace(/([/\\]app\.asar)([/\\])/, '$1.unpacked$2');
}

/** SIGKILL: any other signal would wait for the thread that waits for the user. Before it is spawned it has no id. */
function end(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}
