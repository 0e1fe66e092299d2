import { readFile, stat } from 'node:fs/promises';
import type { TunnelChoice } from '#shared/contract/index.ts';
import { toKeyPath } from './check-choice.ts';
import type { TunnelFaultKind } from './ports.ts';
import type { ProgramWorld } from './programs.ts';
import { findAgent } from './ssh-agent.ts';

/** With what the server is asked to let us in. */
export type SshCredentials =
  | { readonly kind: 'agent'; readonly agent: string }
  | { readonly kind: 'key'; readonly privateKey: Buffer }
  | { readonly kind: 'fault'; readonly fault: TunnelFaultKind; readonly detail: string | null };

/** What the library makes of the bytes of a key. */
export type ParseKey = (data: Buffer) => { readonly isPrivateKey: () => boolean } | Error;

/** No key is so large: somebody named another file. */
const MOST_BYTES = 64 * 1024;
const SEALED = /^Encrypted |ENCRYPTED PRIVATE KEY/;

/** The key of a file as it is; one that is encrypted the agent may have, and no passphrase is ever asked for. */
export async function findCredentials(
  { keyFile }: Pick<Extract<TunnelChoice, { kind: 'ssh' }>, 'keyFile'>,
  world: ProgramWorld,
  parseKey: ParseKey,
): Promise<SshCredentials> {
  if (keyFile === null) return (await findAgentAsCredentials(world)) ?? toFault('no-agent', null);
  const data = await readKey(toKeyPath(keyFile, world.homeFolder));
  if (data instanceof Error) return toFault('key-unreadable', data.message);
  const parsed = parseKey(data);
  if (parsed instanceof Error) {
    const isSealed = SEALED.test(parsed.message) || SEALED.test(data.toString('latin1'));
    if (!isSealed) return toFault('key-unreadable', parsed.message);
    return (await findAgentAsCredentials(world)) ?? toFault('key-encrypted', null);
  }
  return parsed.isPrivateKey() ? { kind: 'key', privateKey: data } : toFault('key-unreadable', 'a public key');
}

async function findAgentAsCredentials(world: ProgramWorld): Promise<SshCredentials | null> {
  const agent = await findAgent(world);
  return agent === null ? null : { kind: 'agent', agent };
}

async function readKey(file: string): Promise<Buffer | Error> {
  try {
    const found = await stat(file);
    // A pipe or a device may never end.
    if (!found.isFile()) return new Error('not a file');
    return found.size > MOST_BYTES ? new Error('too large for a key') : await readFile(file);
  } catch (error) {
    return error instanceof Error && 'code' in error ? new Error(String(error.code)) : new Error('unknown');
  }
}

function toFault(fault: TunnelFaultKind, detail: string | null): SshCredentials {
  return { kind: 'fault', fault, detail };
}
