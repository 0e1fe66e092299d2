import { describe, expect, it } from 'vitest';
import { Changes } from '#main/store/changes.ts';
import { toChatId } from '#shared/domain/ids.ts';

describe('what a commit touched', () => {
  it('is null when it touched nothing', () => {
    expect(new Changes().toChangeSet()).toBeNull();
  });

  it('names every id once', () => {
    const changes = new Changes();
    changes.addChat(1);
    changes.addChat(1);
    changes.addMessagesOf(2);
    changes.addSend('a');
    expect(changes.toChangeSet()).toEqual({
      chatIds: [1],
      messageChatIds: [2],
      contactIds: [],
      listIds: [],
      sendIds: ['a'],
      outbox: true,
      account: false,
      people: false,
      schedules: false,
      templates: false,
      overtaken: [],
      everything: false,
    });
  });

  it('says what was overtaken, however much else was touched', () => {
    const changes = new Changes();
    changes.addOvertaken({ chatId: toChatId(7), kind: 'read' });
    for (let id = 0; id <= 500; id += 1) changes.addChat(id);
    const overtaken = [{ chatId: 7, kind: 'read' }];
    expect(changes.toChangeSet()).toMatchObject({ overtaken, outbox: true, everything: true });
  });

  it('is everything when there is more than is worth naming', () => {
    const changes = new Changes();
    for (let id = 0; id <= 500; id += 1) changes.addChat(id);
    changes.addAccount();
    expect(changes.toChangeSet()).toMatchObject({ chatIds: [], account: true, everything: true });
  });
});
