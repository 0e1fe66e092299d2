import { describe, expect, it } from 'vitest';
import { Router } from '#renderer/app/router.svelte.ts';
import { OPEN_LIST } from '#renderer/app/routes.ts';
import { InboxAddress } from '#renderer/features/inbox/inbox-address.svelte.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { setUp } from '#test/support/inbox-on-fakes.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP' });

async function follow(chatId: number) {
  const { inbox, toasts } = await setUp();
  const router = new Router({ addressBar: null, readAccount: () => 'northgate' });
  const app = { router, toasts, formats, textToWrite: '', textToSchedule: null, messageToWrite: null };
  const address = new InboxAddress(app, { inbox, texts });
  router.go({ kind: 'chat', list: OPEN_LIST, chatId });
  address.followRoute();
  await untilAnswered();
  return { inbox, toasts };
}

describe('the address of a chat', () => {
  it('opens the chat, and says nothing about it', async () => {
    const { inbox, toasts } = await follow(2);
    expect(inbox.selection.chat?.id).toBe(2);
    expect(toasts.current).toBeNull();
  });

  it('says that the chat is gone where it is', async () => {
    const { inbox, toasts } = await follow(987_654);
    expect(inbox.selection.chat).toBeNull();
    expect(toasts.current?.text).toBe('This chat is no longer on this computer.');
  });

  it('gives a text of another screen to the new message, once', async () => {
    const { inbox, toasts } = await setUp();
    const router = new Router({ addressBar: null, readAccount: () => 'northgate' });
    const app = {
      router,
      toasts,
      formats,
      textToWrite: 'Biscuit fasts from ten.',
      textToSchedule: null,
      messageToWrite: null,
    };
    const address = new InboxAddress(app, { inbox, texts });
    for (let visit = 0; visit < 2; visit += 1) {
      router.go({ kind: 'new-message', list: OPEN_LIST });
      address.followRoute();
      await untilAnswered();
    }
    expect([inbox.newMessage.composer.text, app.textToWrite]).toEqual(['Biscuit fasts from ten.', '']);
  });
});
