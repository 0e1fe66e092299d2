import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { ThreadIndex } from '#renderer/features/thread/thread-rows.ts';
import { buildMessage } from '#test/support/fake-bridge.ts';
import { buildSend } from '#test/support/fake-views.ts';

const messages = fc.uniqueArray(fc.record({ key: fc.integer({ min: 0, max: 30 }), isHeld: fc.boolean() }), {
  selector: ({ key }) => key,
  maxLength: 12,
});

it('knows the keys and what can be taken back of whatever is on screen, from one to the next', () => {
  fc.assert(
    fc.property(fc.array(messages, { maxLength: 8 }), (screens) => {
      const index = new ThreadIndex();
      const known = new Map<string, MessageView>();
      for (const screen of screens) {
        // The same message is the same object, as in a thread that grows.
        const shown = screen.map(({ key, isHeld }) => {
          const id = `${String(key)} ${String(isHeld)}`;
          const message = known.get(id) ?? write(key, isHeld);
          known.set(id, message);
          return message;
        });
        expect([...index.listKeys(shown)].sort()).toEqual(shown.map(({ key }) => key).sort());
        expect(index.hasHeld(shown)).toBe(screen.some(({ isHeld }) => isHeld));
      }
    }),
  );
});

function write(key: number, isHeld: boolean): MessageView {
  return buildMessage({ key: String(key), send: isHeld ? buildSend({ state: 'held' }) : null });
}
