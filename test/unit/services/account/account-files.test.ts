import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_KNOWLEDGE } from '#main/api/knowledge.ts';
import { createFakeSession, SIGN_IN } from '../fakes.ts';

const LEARNED = { variants: { contacts: 'sdk' }, absentSince: { pinning: 1_700_000_000_000 } };

describe('what was learned about a service', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-service-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** The file of the only account. */
  function toFile(fakes: ReturnType<typeof createFakeSession>['fakes']): string {
    return path.join(fakes.folders[0] ?? '', 'service.json');
  }

  async function learn(): Promise<string> {
    const { session, fakes } = createFakeSession(folder);
    await session.signIn(SIGN_IN);
    expect(fakes.knowledge).toEqual(NO_KNOWLEDGE);
    fakes.onLearned(LEARNED);
    const file = toFile(fakes);
    await vi.waitFor(async () => expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(LEARNED));
    await session.dispose();
    return file;
  }

  it('is kept with the account, and given to its next client', async () => {
    await learn();
    const { session, fakes } = createFakeSession(folder);
    await session.signIn(SIGN_IN);
    expect(fakes.knowledge).toEqual(LEARNED);
  });

  it.each(['not json', '{"variants":{"contacts":7},"absentSince":{}}', '[]'])(
    'is learned again where the file holds %s',
    async (text) => {
      await writeFile(await learn(), text);
      const { session, fakes } = createFakeSession(folder);
      await session.signIn(SIGN_IN);
      expect(fakes.knowledge).toEqual(NO_KNOWLEDGE);
    },
  );

  it('leaves out what this version does not know', async () => {
    const absentSince = { ...LEARNED.absentSince, telepathy: 1 };
    await writeFile(await learn(), JSON.stringify({ ...LEARNED, absentSince }));
    const { session, fakes } = createFakeSession(folder);
    await session.signIn(SIGN_IN);
    expect(fakes.knowledge).toEqual(LEARNED);
  });

  it('is told to the window, so that nothing is offered that the service does not have', async () => {
    const { session, fakes, events } = createFakeSession(folder);
    expect(await session.signIn(SIGN_IN)).toMatchObject({ absentFeatures: [] });
    fakes.absentFeatures = ['pinning'];
    fakes.onLearned(LEARNED);
    await vi.waitFor(() =>
      expect(events).toContainEqual(
        expect.objectContaining({
          name: 'session.changed',
          payload: { session: expect.objectContaining({ absentFeatures: ['pinning'] }) as unknown },
        }),
      ),
    );
  });
});
