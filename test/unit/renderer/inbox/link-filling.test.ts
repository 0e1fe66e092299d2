/** A link that fills in the new message, and what was written before it came. */
import { describe, expect, it } from 'vitest';
import type { GivenMessage } from '#renderer/app/outside-targets.svelte.ts';
import { Router } from '#renderer/app/router.svelte.ts';
import { OPEN_LIST } from '#renderer/app/routes.ts';
import { InboxAddress } from '#renderer/features/inbox/inbox-address.svelte.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { setUp as setUpInbox } from '#test/support/inbox-on-fakes.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP' });
/** P1 and P2 have a chat, Tom has none. */
const [P1, P2, TOM] = ['447400000000', '447400000001', '447700900319'];
const JOINED = 'The link’s text was added below what you’d written.';

async function setUp() {
  const { bridge, inbox, toasts } = await setUpInbox();
  bridge.data.people.push({ phone: TOM, name: 'Tom Abara', contactId: 2 });
  const router = new Router({ addressBar: null, readAccount: () => 'northgate' });
  const app = {
    router,
    toasts,
    formats,
    textToWrite: '',
    textToSchedule: null,
    messageToWrite: null as GivenMessage | null,
  };
  const address = new InboxAddress(app, { inbox, texts });
  const follow = async (phones: string[], text: string): Promise<void> => {
    app.messageToWrite = { phones, text };
    router.openNewMessage();
    address.followRoute();
    await untilAnswered();
    await untilAnswered();
  };
  const write = (phone: string, text: string): void => {
    inbox.writeTo(phone, '');
    inbox.newMessage.composer.text = text;
  };
  const read = () => ({ to: inbox.newMessage.chosen?.phone ?? null, text: inbox.newMessage.composer.text });
  const readDraft = (phone: string): string => bridge.data.drafts.get(phone) ?? '';
  return { bridge, inbox, toasts, router, address, follow, write, read, readDraft };
}

describe('a link', () => {
  it('fills in the person and the text, and sends nothing', async () => {
    const { bridge, inbox, toasts, follow, read } = await setUp();
    await follow([TOM], 'On my way');
    expect(inbox.isWriting).toBe(true);
    expect(read()).toEqual({ to: TOM, text: 'On my way' });
    expect(inbox.newMessage.chosen?.name).toBe('Tom Abara');
    expect(toasts.current).toBeNull();
    expect(bridge.inputsOf('sends.create')).toEqual([]);
  });

  it('says how many of its numbers were left out', async () => {
    const { toasts, follow, read } = await setUp();
    await follow([TOM, P1, P2], 'On my way');
    expect(read().to).toBe(TOM);
    expect(toasts.current?.text).toBe('You can text one person at a time. 2 other numbers in the link were left out.');
  });

  it('of an empty message leaves what is written as it is', async () => {
    const { toasts, follow, write, read } = await setUp();
    write(P1, 'Half a sentence');
    await follow([], '');
    expect(read()).toEqual({ to: P1, text: 'Half a sentence' });
    expect(toasts.current).toBeNull();
  });

  it('that comes twice is filled in once', async () => {
    const { toasts, follow, read } = await setUp();
    await follow([TOM], 'On my way');
    await follow([TOM], 'On my way');
    expect(read().text).toBe('On my way');
    expect(toasts.current).toBeNull();
  });
});

describe('what was written before a link', () => {
  it('to the same person stands above its text', async () => {
    const { toasts, follow, write, read } = await setUp();
    write(TOM, 'Half a sentence');
    await follow([TOM], 'On my way');
    expect(read().text).toBe('Half a sentence\nOn my way');
    expect(toasts.current?.text).toBe(JOINED);
  });

  it('to nobody yet goes along, above its text', async () => {
    const { inbox, toasts, follow, read } = await setUp();
    inbox.startWriting();
    inbox.newMessage.composer.text = 'Half a sentence';
    await follow([TOM], 'On my way');
    expect(read()).toEqual({ to: TOM, text: 'Half a sentence\nOn my way' });
    expect(toasts.current?.text).toBe(JOINED);
  });

  it('as a draft that main has stands above its text', async () => {
    const { bridge, inbox, follow, read, readDraft } = await setUp();
    bridge.data.drafts.set(TOM, 'Begun yesterday');
    await follow([TOM], 'On my way');
    expect(read().text).toBe('Begun yesterday\nOn my way');
    await inbox.saveDrafts();
    expect(readDraft(TOM)).toBe('Begun yesterday\nOn my way');
  });

  it('to nobody yet overwrites no draft that main has', async () => {
    const { bridge, inbox, follow, read } = await setUp();
    bridge.data.drafts.set(TOM, 'Begun yesterday');
    inbox.startWriting();
    inbox.newMessage.composer.text = 'Half a sentence';
    await follow([TOM], 'On my way');
    expect(read().text).toBe('Begun yesterday\nHalf a sentence\nOn my way');
  });

  it('to another person stays that person’s draft, and is not shown to this one', async () => {
    const { toasts, follow, write, read, readDraft } = await setUp();
    write(P1, 'Your results are in');
    await follow([TOM], 'On my way');
    expect(read()).toEqual({ to: TOM, text: 'On my way' });
    expect(readDraft(P1)).toBe('Your results are in');
    expect(toasts.current?.text).toMatch(/^Your text to .+ was saved as a draft\.$/);
  });

  it('before a person was chosen for it, to another one, stays that person’s draft as well', async () => {
    const { inbox, follow, read, readDraft } = await setUp();
    inbox.startWriting();
    inbox.newMessage.composer.text = 'Your results are in';
    inbox.newMessage.choose({ phone: P1, name: 'P1', isTyped: false });
    await follow([TOM], 'On my way');
    expect(read().text).toBe('On my way');
    expect(readDraft(P1)).toBe('Your results are in');
  });

  it('in the open chat of that person is the same draft there and here', async () => {
    const { bridge, inbox, follow, read } = await setUp();
    await inbox.openById(1);
    const composer = inbox.conversation?.composer;
    if (composer === undefined) throw new Error('no chat is open');
    composer.text = 'Half a sentence';
    await inbox.saveDrafts();
    await follow([P1], 'On my way');
    expect(read().text).toBe('Half a sentence\nOn my way');
    await inbox.saveDrafts();
    await composer.follow({ phone: P1, draft: bridge.data.drafts.get(P1) ?? '' });
    expect(inbox.newMessage.composer.conflict).toBeNull();
    inbox.stopWriting();
    expect(composer.text).toBe('Half a sentence\nOn my way');
  });
});

it('leads to the chat that is open already with the focus in its composer', async () => {
  const { inbox, router, address } = await setUp();
  await inbox.openById(1);
  router.record({ kind: 'chat', list: OPEN_LIST, chatId: 1 }, 'push');
  const { entered } = inbox.places;
  router.openChat(1, null);
  address.followRoute();
  await untilAnswered();
  expect(inbox.places.entered).toBe(entered + 1);
});
