import { describe, expect, it } from 'vitest';
import { ROWS_PER_PART, toParts, toWholeOutput } from '#main/store/split.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { buildChat, buildContact, buildMessage } from './builders.ts';

const cursor = { headId: 9, tailId: 1, isComplete: false, tailPage: 1 };

describe('cutting large commits', () => {
  it('puts the cursor and the completeness with the last rows only (STORE-3)', () => {
    const messages = Array.from({ length: 2 * ROWS_PER_PART + 1 }, (_, index) => buildMessage(`in:${index}`));
    const feed = { name: 'inbound', cursor } as const;
    const parts = toParts({
      name: 'commitMessages',
      input: { messages, source: 'page', feed, completeChatId: toChatId(1) },
    });
    const inputs = parts.map((part) => (part.name === 'commitMessages' ? part.input : null));
    expect(inputs.map((input) => input?.messages.length)).toEqual([100, 100, 1]);
    expect(inputs.map((input) => [input?.feed, input?.completeChatId])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [feed, 1],
    ]);
    expect(inputs.flatMap((input) => input?.messages ?? [])).toEqual(messages);
  });

  it('tells every part how the rows came, and the last one what was covered and all that was in the answer', () => {
    const messages = Array.from({ length: ROWS_PER_PART + 1 }, (_, index) => buildMessage(`in:${index}`));
    const covers = { kind: 'feed', direction: 'in', fromId: 0, toId: 200 } as const;
    const input = { messages, source: 'page', via: 'callback', covers } as const;
    const parts = toParts({ name: 'commitMessages', input }).map((part) =>
      part.name === 'commitMessages' ? part.input : null,
    );
    expect(parts.map((part) => [part?.via, part?.covers, part?.keys?.length])).toEqual([
      ['callback', undefined, undefined],
      ['callback', covers, ROWS_PER_PART + 1],
    ]);
  });

  it('still writes a cursor that comes without rows', () => {
    const input = { messages: [], source: 'page', feed: { name: 'outbound', cursor } } as const;
    expect(toParts({ name: 'commitMessages', input })).toEqual([{ name: 'commitMessages', input }]);
  });

  it('cuts chats and contacts too, and nothing else', () => {
    const chats = Array.from({ length: 150 }, (_, index) => buildChat(index + 1));
    const contacts = Array.from({ length: 250 }, (_, index) => buildContact(index + 1));
    expect(toParts({ name: 'commitChats', input: { chats } })).toHaveLength(2);
    expect(toParts({ name: 'commitContacts', input: { contacts } })).toHaveLength(3);
    expect(toParts({ name: 'setSyncMark', input: { key: 'a', value: 1 } })).toHaveLength(1);
  });

  it('puts the answers together again', () => {
    const outputs = [
      {
        ...{ newKeys: ['in:1'], phonesWithoutChat: ['44', '45'], isChanged: true },
        ...{ missingKeys: [], contestedKeys: ['out:1', 'out:2'] },
      },
      {
        ...{ newKeys: ['in:2'], phonesWithoutChat: ['45'], isChanged: false },
        ...{ missingKeys: ['in:9'], contestedKeys: ['out:2'] },
      },
    ];
    expect(toWholeOutput('commitMessages', outputs)).toEqual({
      newKeys: ['in:1', 'in:2'],
      phonesWithoutChat: ['44', '45'],
      isChanged: true,
      missingKeys: ['in:9'],
      contestedKeys: ['out:1', 'out:2'],
    });
    expect(toWholeOutput('removeMessages', [{ removedCount: 100 }, { removedCount: 7 }])).toEqual({
      removedCount: 107,
    });
    expect(toWholeOutput('commitChats', [{ changedIds: [1, 2] }, { changedIds: [2, 3] }])).toEqual({
      changedIds: [1, 2, 3],
    });
    expect(toWholeOutput('commitContacts', [undefined, undefined])).toBeUndefined();
  });
});
