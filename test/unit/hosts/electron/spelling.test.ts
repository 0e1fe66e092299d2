import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Spelling } from '#main/hosts/electron/window/spelling.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';

describe('the spelling', () => {
  let folder: string;
  let double: ElectronDouble;
  let told: string[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-spelling-'));
    double = new ElectronDouble();
    double.recorder.isReady = true;
    told = [];
  });

  afterEach(() => rm(folder, { recursive: true }));

  function create(platform: NodeJS.Platform): Spelling {
    return new Spelling({
      session: double.parts.getSession(),
      platform,
      dictionaryFolder: path.join(folder, 'dictionaries'),
      userDataFolder: path.join(folder, 'window'),
      systemLanguages: double.systemLanguages,
      report: (what) => told.push(what),
    });
  }

  async function bring(...names: readonly string[]): Promise<void> {
    await mkdir(path.join(folder, 'dictionaries'));
    for (const name of names) await writeFile(path.join(folder, 'dictionaries', name), name);
  }
  const findEnabled = () => double.recorder.callsOf('session.setSpellCheckerEnabled').at(-1)?.[1];

  it('is the system’s own on macOS', async () => {
    const spelling = create('darwin');
    await spelling.load();
    expect([findEnabled(), spelling.list()]).toEqual([true, []]);
    expect(double.recorder.callsOf('session.setSpellCheckerLanguages')).toEqual([]);
  });

  it.each(['win32', 'linux'] as const)(
    'is off on %s where no dictionary came along, and asks nobody for one',
    async (platform) => {
      const spelling = create(platform);
      await spelling.load();
      expect([findEnabled(), spelling.list(), told]).toEqual([false, [], []]);
      expect(double.recorder.callsOf('session.setSpellCheckerDictionaryDownloadURL')[0]?.[1]).toMatch(/\.invalid\/$/);
    },
  );

  it('uses what came along, in the language of the system, and leaves a dictionary that is there', async () => {
    double.systemLanguages = ['cy-GB', 'fr-CA', 'en-GB'];
    await bring('en-GB-10-1.bdic', 'fr-FR-3-0.bdic', 'en-US-10-1.bdic', 'tlh-1-0.bdic', 'README.txt');
    await mkdir(path.join(folder, 'window/Dictionaries'), { recursive: true });
    await writeFile(path.join(folder, 'window/Dictionaries/fr-FR-3-0.bdic'), 'older');
    double.spellingLanguages = ['de'];
    const spelling = create('linux');
    await spelling.load();
    expect(await readdir(path.join(folder, 'window/Dictionaries'))).toEqual([
      ...['en-GB-10-1.bdic', 'en-US-10-1.bdic', 'fr-FR-3-0.bdic', 'tlh-1-0.bdic'],
    ]);
    expect(await readFile(path.join(folder, 'window/Dictionaries/fr-FR-3-0.bdic'), 'utf8')).toBe('older');
    expect(spelling.list()).toEqual([
      { code: 'en-US', name: 'American English', isOn: false },
      { code: 'en-GB', name: 'British English', isOn: false },
      { code: 'fr', name: 'French', isOn: true },
    ]);
    expect(findEnabled()).toBe(true);
  });

  it('keeps what the user chose before, checks several at once, and none where none is chosen', async () => {
    await bring('en-GB-10-1.bdic', 'fr-FR-3-0.bdic');
    double.spellingLanguages = ['fr'];
    const spelling = create('linux');
    await spelling.load();
    spelling.toggle('en-GB');
    expect(double.spellingLanguages).toEqual(['fr', 'en-GB']);
    spelling.toggle('fr');
    spelling.toggle('en-GB');
    expect([double.spellingLanguages, findEnabled()]).toEqual([[], false]);
  });

  it('is off, and says so in the log, where the dictionaries cannot be copied', async () => {
    await bring('en-GB-10-1.bdic');
    await writeFile(path.join(folder, 'window'), 'a file in the way');
    const spelling = create('linux');
    await spelling.load();
    expect([told, findEnabled(), spelling.list()]).toEqual([['window.spellingNotLoaded'], false, []]);
  });
});
