import { describe, expect, it } from 'vitest';
import { toMessageColumns } from '#main/store/rows/message-row.ts';
import { buildCall, buildMessage } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0013 of cache.db', () => {
  const cache = useCacheAtStep();

  it('has a place for messages that are out of sight, each once, beside those that are there', () => {
    cache.goTo(12);
    cache.insert('messages', { seq: 1, ...toMessageColumns(buildMessage('in:1')) });
    cache.goTo(13);
    for (const message of [buildMessage('in:2'), buildMessage('out:2'), buildCall(2)]) {
      cache.insert('hidden_messages', toMessageColumns(message));
    }
    expect(() => cache.insert('hidden_messages', toMessageColumns(buildMessage('in:2')))).toThrow(/UNIQUE/);
    expect(cache.db.all('SELECT id FROM messages')).toEqual([{ id: 1 }]);
  });
});
