import { access } from 'node:fs/promises';
import path from 'node:path';
import type { TunnelChoice } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { parsePublicUrl } from '../public-address.ts';
import { findWords } from './command-line.ts';

type Command = Extract<TunnelChoice, { kind: 'command' }>;
type Ssh = Extract<TunnelChoice, { kind: 'ssh' }>;

/** A name or an address of a computer, as ssh takes it. */
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?|\[?[\da-f:.]+\]?)$/iu;

export interface CheckOptions {
  readonly isLocalService: boolean;
  readonly homeFolder: string;
}

/** The choice as it is kept. Rejects with `AppError` `validation` with the field that does not fit (contract, "live.turnOn"). */
export async function checkChoice(choice: TunnelChoice, options: CheckOptions): Promise<TunnelChoice> {
  if (choice.kind === 'none') return choice;
  if (choice.kind === 'command') return checkCommand(choice);
  const publicUrl = parsePublicUrl(choice.publicUrl, options);
  return choice.kind === 'manual' ? { ...choice, publicUrl } : await checkSsh({ ...choice, publicUrl }, options);
}

/** Where a file that a person named is; `~` is their home. */
export function toKeyPath(keyFile: string, homeFolder: string): string {
  return path.resolve(homeFolder, keyFile.replace(/^~(?=[\\/]|$)/, homeFolder));
}

function checkCommand(choice: Command): Command {
  const commandLine = choice.commandLine.trim();
  const pattern = choice.pattern.trim();
  if (commandLine === '' && choice.program === 'other') throw refuse('commandLine', 'empty');
  const words = findWords(commandLine);
  if (words === undefined) throw refuse('commandLine', 'unclosed-quote');
  if (words[0] === '') throw refuse('commandLine', 'empty');
  if (!isPattern(pattern)) throw refuse('pattern', 'not-a-pattern');
  return { ...choice, commandLine, pattern };
}

async function checkSsh(choice: Ssh, { homeFolder }: CheckOptions): Promise<Ssh> {
  if (!HOST.test(choice.host)) throw refuse('host', 'not-a-name');
  const typed = choice.keyFile?.trim() ?? '';
  if (typed === '') return { ...choice, keyFile: null };
  const isThere = await access(toKeyPath(typed, homeFolder)).then(
    () => true,
    () => false,
  );
  if (!isThere) throw refuse('keyFile', 'not-there');
  return { ...choice, keyFile: typed };
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern).source !== '';
  } catch {
    return false;
  }
}

function refuse(field: string, word: string): AppError {
  const fields = { [field]: [word] };
  return new AppError({
    code: 'validation',
    message: 'the tunnel cannot be set up like this',
    outcome: 'refused',
    fields,
  });
}
