import { toStableId } from './ids.ts';
import { closeDoor, openDoor, type Answer, type Claim } from './lock-door.ts';

/** One try on Windows: the pipe's name lives and dies with its process, so there is nothing stale to take over. */
export async function claimPipe(folder: string, answer: Answer): Promise<Claim> {
  // Paths of Windows do not tell capitals apart.
  const address = `\\\\.\\pipe\\switchboard-${toStableId(folder.toLowerCase(), 26)}`;
  const door = await openDoor(address, answer);
  return door === undefined ? { kind: 'busy', address } : { kind: 'mine', release: () => closeDoor(door) };
}
