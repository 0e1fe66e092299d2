import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FoundProgram } from './ports.ts';

/** The part of the computer that programs are looked for in. */
export interface ProgramWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: 'windows' | 'macos' | 'linux';
  readonly homeFolder: string;
}

const PROGRAMS = ['cloudflared', 'ngrok'] as const;
/** What a desktop starts has not always the PATH of a terminal. */
const USUAL_FOLDERS = ['/usr/local/bin', '/opt/homebrew/bin', '/snap/bin'];
/** Without a shell Windows starts only these; `.cmd` and `.bat` are for shells. */
const STARTABLE = new Set(['.exe', '.com']);

/** The file that a name stands for, as PATH has it; one with a folder in it stands for itself. Null: there is none. */
export async function findProgram(name: string, world: ProgramWorld): Promise<string | null> {
  const { win32, posix } = path;
  const flavour = world.platform === 'windows' ? win32 : posix;
  const home = name.replace(/^~(?=[\\/])/, () => world.homeFolder);
  const isPath = home.includes('/') || (world.platform === 'windows' && home.includes('\\'));
  const folders = isPath ? [''] : listFolders(world);
  for (const folder of folders) {
    for (const ending of listEndings(home, world)) {
      const file = flavour.resolve(world.homeFolder, flavour.join(folder, `${home}${ending}`));
      if (await isStartable(file)) return file;
    }
  }
  return null;
}

/** Which of the known programs are here. Never rejects. */
export async function listPrograms(world: ProgramWorld): Promise<FoundProgram[]> {
  return await Promise.all(PROGRAMS.map(async (program) => ({ program, path: await findProgram(program, world) })));
}

function listFolders({ env, platform }: ProgramWorld): readonly string[] {
  const isWindows = platform === 'windows';
  const list = isWindows ? (env['Path'] ?? env['PATH'] ?? '') : (env['PATH'] ?? '');
  const named = list.split(isWindows ? ';' : ':').filter((folder) => folder !== '');
  return isWindows ? named : [...named, ...USUAL_FOLDERS];
}

function listEndings(name: string, { env, platform }: ProgramWorld): readonly string[] {
  if (platform !== 'windows') return [''];
  const endings = (env['PATHEXT'] ?? '.COM;.EXE').toLowerCase().split(';');
  const hasEnding = STARTABLE.has(path.win32.extname(name).toLowerCase());
  return hasEnding ? [''] : endings.filter((ending) => STARTABLE.has(ending));
}

async function isStartable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
