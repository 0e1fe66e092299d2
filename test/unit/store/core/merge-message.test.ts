import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeMessage } from '#main/store/core/merge-message.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { isFinalLetter } from '#shared/domain/delivery.ts';
import { buildMessage } from '../builders.ts';

const rich = buildMessage('out:1', {
  letter: 'r',
  sessionId: 5,
  contactId: toContactId(6),
  firstName: 'Zoë',
  lastName: 'Field',
  ownNumber: '447700900000',
  partsCount: 2,
  price: 0.08,
  rejectReason: 'blocked',
  files: [{ name: 'a.png', mimeType: 'image/png', sizeBytes: 9, url: 'https://x.test/a', previewUrl: null }],
});

describe('merging a message that comes again', () => {
  it('keeps what a poorer page does not say (STORE-5)', () => {
    expect(mergeMessage(rich, buildMessage('out:1'), 'page')).toEqual(rich);
  });

  it('takes what a richer page says', () => {
    expect(mergeMessage(buildMessage('out:1'), rich, 'page')).toEqual(rich);
  });

  it('takes a name whole, never half of one and half of the other', () => {
    const merged = mergeMessage(rich, buildMessage('out:1', { firstName: 'Kim' }), 'page');
    expect([merged.firstName, merged.lastName]).toEqual(['Kim', '']);
  });

  it('keeps a note a note when a feed calls it text', () => {
    expect(mergeMessage(buildMessage('in:1', { kind: 'note' }), buildMessage('in:1'), 'page').kind).toBe('note');
  });

  it('keeps a text when a page brings none', () => {
    expect(mergeMessage(rich, buildMessage('out:1', { text: '' }), 'page').text).toBe(rich.text);
  });

  it('lets a newer read of this very message flip a final letter, a page never (STORE-4)', () => {
    const failed = buildMessage('out:1', { letter: 'f' });
    const delivered = buildMessage('out:1', { letter: 'd' });
    expect(mergeMessage(delivered, failed, 'single').letter).toBe('f');
    expect(mergeMessage(delivered, failed, 'page').letter).toBe('d');
  });

  it('never leaves a final letter and never forgets one, whatever pages come in whatever order (STORE-4)', () => {
    const letters = fc.constantFrom(null, 'q', 'r', 'a', 'b', 's', 'd', 'e', 'f', 'j', 'u', 'g', 'z');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), (sequence) => {
        let message = buildMessage('out:1');
        for (const letter of sequence) {
          const before = message.letter;
          message = mergeMessage(message, buildMessage('out:1', { letter }), 'page');
          if (isFinalLetter(before)) expect(message.letter).toBe(before);
          if (before !== null) expect(message.letter).not.toBeNull();
        }
      }),
    );
  });
});
