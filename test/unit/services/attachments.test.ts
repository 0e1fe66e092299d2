import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Attachments } from '#main/services/sending/attachments.ts';
import { createFakeSession, FakeAccountParts, SIGN_IN } from './fakes.ts';

describe('files of messages', () => {
  let folder: string;
  let attachments: Attachments;
  let opened: string[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-attachments-'));
    opened = [];
    const fakes = new FakeAccountParts();
    const hrefs = new Map([
      ['of-the-web', `${SIGN_IN.webUrl}/files/form.pdf`],
      ['of-the-service', `${SIGN_IN.baseUrl}/files/form.pdf`],
      ['relative', 'files/form.pdf'],
      ['elsewhere', 'https://files.example/form.pdf'],
      ['another-port', `${SIGN_IN.webUrl}:444/form.pdf`],
      ['seems-own', `https://${new URL(SIGN_IN.webUrl).host}@files.example/form.pdf`],
      ['with-a-user', `https://ada@${new URL(SIGN_IN.webUrl).host}/form.pdf`],
      ['a-program', 'file:///etc/passwd'],
    ]);
    fakes.store = {
      findMedia: ({ mediaId }) => {
        const href = hrefs.get(mediaId);
        return Promise.resolve(href === undefined ? null : { href, mimeType: null });
      },
    };
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    const openLink = (url: string): Promise<void> => {
      opened.push(url);
      return Promise.resolve();
    };
    attachments = new Attachments({ session, hostAccess: { openLink } });
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['of-the-web', `${SIGN_IN.webUrl}/files/form.pdf`],
    ['of-the-service', `${SIGN_IN.baseUrl}/files/form.pdf`],
    ['relative', `${SIGN_IN.webUrl}/files/form.pdf`],
  ])('open at once where they lie with the service: %s', async (mediaId, url) => {
    expect(await attachments.open(mediaId)).toEqual({ askFirst: null });
    expect(opened).toEqual([url]);
  });

  it.each(['elsewhere', 'another-port', 'seems-own', 'with-a-user'])('are asked about: %s', async (mediaId) => {
    const { askFirst } = await attachments.open(mediaId);
    expect(askFirst).toMatch(/^https:.*form\.pdf$/);
    expect(opened).toEqual([]);
  });

  it('do not open where no browser would, nor when nobody knows them', async () => {
    await expect(attachments.open('a-program')).rejects.toMatchObject({ code: 'validation' });
    await expect(attachments.open('nobody')).rejects.toMatchObject({ code: 'not-found' });
    expect(opened).toEqual([]);
  });
});
