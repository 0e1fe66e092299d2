import { describe, expect, it } from 'vitest';
import { UndoMemory, type Undoable } from '#main/services/chats/undo-memory.ts';
import { toChatId } from '#shared/domain/ids.ts';

function open(): UndoMemory {
  let last = 0;
  return new UndoMemory({ createId: () => `undo-${String((last += 1))}` });
}

const done: Undoable = { kind: 'messages', chatId: toChatId(1), keys: [] };

describe('what can be taken back', () => {
  it('is taken back once', () => {
    const memory = open();
    const id = memory.keep('ada', done);
    expect(memory.take('ada', id)).toBe(done);
    expect(memory.take('ada', id)).toBeUndefined();
  });

  it('is nobody else’s, and still there for whoever did it', () => {
    const memory = open();
    const id = memory.keep('ada', done);
    expect(memory.take('bea', id)).toBeUndefined();
    expect(memory.take('ada', id)).toBe(done);
  });

  it('is what was done last: fifty acts', () => {
    const memory = open();
    const ids = Array.from({ length: 51 }, () => memory.keep('ada', done));
    expect(ids.filter((id) => memory.take('ada', id) === undefined)).toEqual([ids[0]]);
  });

  it('can be tried again when it failed', () => {
    const memory = open();
    const id = memory.keep('ada', done);
    memory.take('ada', id);
    memory.putBack('ada', id, done);
    expect(memory.take('ada', id)).toBe(done);
  });
});
