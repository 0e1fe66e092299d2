/** DEMO-5: in both shapes every row answers with the fields and types of the hand-made answers. */
import { describe, expect, it } from 'vitest';
import type { Shape } from '#main/demo/settings.ts';
import { listNumbers } from '#test/support/demo-people.ts';
import { loadCases, readAnswers, SHAPES } from '#test/support/operations/all.ts';
import type { WireFixture } from '#test/support/operations/all.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { RawRequest, ClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import { compare, createStructure, learn, listResources, vouch } from './structure.ts';
import type { Structure } from './structure.ts';

const MARYAM = '447700900275';
const STRANGER = '447700900461';

const cases = await loadCases();

/** Second answers to rows that have a case: an empty page, entries of another kind, a send that opens no chat. */
const VARIETIES: Readonly<Record<string, (setup: ClientOnDemo) => RawRequest>> = {
  'chats-empty': () => ({ path: '/chats?page=99' }),
  'chat-messages-with-notes': ({ world }) => {
    const chat = world.findChatByPhone(MARYAM);
    return { path: `/chats/${String(chat?.id)}/message?includeNotes=1&limit=100` };
  },
  'chat-messages-with-calls': ({ world }) => {
    const phone = world.calls.rows.find(({ direction }) => direction === 'out')?.phone ?? '';
    return { path: `/chats/${String(world.findChatByPhone(phone)?.id)}/message?voice=1&limit=100` };
  },
  'history-continued': ({ world }) => ({ path: `/history?lastId=${String(world.outbound.rows.at(-1)?.id)}` }),
  'replies-search-plain': () => ({ path: '/replies/search?query=e' }),
  'send-one-without-chat': () => ({
    path: '/messages',
    body: { text: 'Hello', phones: STRANGER.replace('461', '779'), createChat: false },
  }),
  'send-session': () => ({ path: '/messages', body: { text: 'Hello', phones: listNumbers(2).join(',') } }),
  'send-bulk': () => ({ path: '/messages', body: { text: 'Hello', phones: listNumbers(1_001).join(',') } }),
  'send-scheduled': () => ({
    path: '/messages',
    body: { text: 'Later', phones: STRANGER, sendingDateTime: '2101-01-04 09:00:10', sendingTimezone: 'Europe/London' },
  }),
  'session-of-one': ({ world }) => ({ path: `/sessions/${String(world.outbound.rows.at(-1)?.sessionId)}` }),
};

/** What is known of the resources of one answer: its own, and those that show the same resource elsewhere. */
function learnAnswer(fixture: WireFixture, all: readonly WireFixture[]): Structure {
  const own = listResources(fixture.body);
  const structure = own.reduce<Structure>(learn, createStructure());
  vouch(
    structure,
    all.flatMap(({ body }) => listResources(body)),
  );
  return structure;
}

describe.each(SHAPES)('in the shape %s', (shape: Shape) => {
  const answers = readAnswers(shape);
  const all = [...answers.values()];

  it.each([...answers.keys()])('the answer of %s has the fields and types of the fixture', async (name) => {
    const fixture = answers.get(name);
    const one = cases.find(({ fixture: its }) => its === name);
    const toRequest = one?.request ?? VARIETIES[name];
    if (fixture === undefined || toRequest === undefined) throw new Error(`Nothing asks for ${name}`);
    const setup = await openClientOnDemo(shape);
    try {
      await one?.prepare?.(setup);
      const answer = await setup.ask(fixture.row.split(' ')[0] ?? '', await toRequest(setup));
      expect(answer).toMatchObject({ status: fixture.status, contentType: fixture.contentType });
      expectLike(fixture, answer.body, learnAnswer(fixture, all));
      if (fixture.body !== null && name !== 'chats-empty') expect(listResources(answer.body)).not.toEqual([]);
    } finally {
      await setup.dispose();
    }
  });

  it('something of the interesting kinds is compared: files, notes, both directions', async () => {
    const setup = await openClientOnDemo(shape);
    const { world } = setup;
    const withFiles = world.inbound.rows.find(({ files }) => files !== undefined)?.sender ?? '';
    const asked = await setup.ask('GET', {
      path: `/chats/${String(world.findChatByPhone(withFiles)?.id)}/message?limit=100`,
    });
    const messages = listResources(asked.body) as Record<string, unknown>[];
    expect(new Set(messages.map(({ direction }) => direction)).size).toBe(2);
    if (shape === 'sdk') {
      expect(messages.some(({ files }) => Array.isArray(files) && files.length > 0)).toBe(true);
      const notes = await setup.ask('GET', VARIETIES['chat-messages-with-notes']?.(setup) ?? { path: '' });
      expect((listResources(notes.body) as Record<string, unknown>[]).some(({ type }) => type === 'note')).toBe(true);
    }
    await setup.dispose();
  });
});

function expectLike(fixture: WireFixture, body: unknown, structure: Structure): void {
  if (fixture.body === null) {
    expect(body).toBeUndefined();
    return;
  }
  expect(Array.isArray(body)).toBe(Array.isArray(fixture.body));
  if (typeof fixture.body === 'object' && 'resources' in fixture.body) {
    expect(Object.keys(body as object).sort()).toEqual(Object.keys(fixture.body).sort());
  }
  expect([...new Set(listResources(body).flatMap((one) => compare(structure, one)))]).toEqual([]);
}
