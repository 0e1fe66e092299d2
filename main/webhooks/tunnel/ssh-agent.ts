import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import type { ProgramWorld } from './programs.ts';

const PIPES = '\\\\.\\pipe\\';
const OPENSSH_PIPE = 'openssh-ssh-agent';
const ANSWERS_WITHIN_MS = 2_000;

/**
 * Where the agent of this person answers: `SSH_AUTH_SOCK`; on Windows else the pipe of its own OpenSSH agent, or that of
 * Pageant, which has one since PuTTY 0.75. Null where none does.
 */
export async function findAgent(world: Pick<ProgramWorld, 'env' | 'platform'>): Promise<string | null> {
  for (const place of await listPlaces(world)) {
    if (await answers(place)) return place;
  }
  return null;
}

async function listPlaces({ env, platform }: Pick<ProgramWorld, 'env' | 'platform'>): Promise<readonly string[]> {
  const told = env['SSH_AUTH_SOCK'] ?? '';
  const named = told === '' ? [] : [told];
  if (platform !== 'windows') return named;
  const pipes = await readdir(PIPES).catch((): string[] => []);
  const pageant = pipes.filter((name) => name.startsWith('pageant.'));
  return [...named, ...[OPENSSH_PIPE, ...pageant].map((name) => `${PIPES}${name}`)];
}

/** A socket may lie about from an agent that is gone. */
function answers(place: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place);
    const finish = (doesAnswer: boolean): void => {
      socket.destroy();
      resolve(doesAnswer);
    };
    socket.setTimeout(ANSWERS_WITHIN_MS, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
