import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StartKeyringHelper } from './keyring.ts';

/** From source the helper is TypeScript; bundled, it stands beside the bundle. */
export function toKeyringHelperUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './keyring-helper.ts' : './keyring-helper.cjs', import.meta.url);
}

/** The helper as a process of Node. */
export const forkKeyringHelper: StartKeyringHelper = (task, { onAnswer, onEnd }) => {
  const child = fork(fileURLToPath(toKeyringHelperUrl()), [], {
    // What the desktop's libraries have to say is for nobody; the flags of this process are not for that one.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  child.on('message', onAnswer);
  child.on('error', onEnd);
  child.on('exit', onEnd);
  child.send(task, (error) => {
    if (error !== null) onEnd();
  });
  return { kill: () => void child.kill('SIGKILL') };
};
