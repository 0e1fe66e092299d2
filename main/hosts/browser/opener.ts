import { spawn } from 'node:child_process';

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
  linux: ['xdg-open'],
};

/** Hands an address to the system's browser, with no shell between. False where there is nothing that opens it. */
export async function openInSystem(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [command, ...fixed] = COMMANDS[platform] ?? ['xdg-open'];
  if (command === undefined) return false;
  return await new Promise((resolve) => {
    const child = spawn(command, [...fixed, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
