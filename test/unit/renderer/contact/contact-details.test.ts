import { describe, expect, it } from 'vitest';
import { ContactDetails } from '#renderer/features/contact/contact-details.svelte.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { buildContactRow } from '#test/support/fake-contacts.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const ID = 11;

describe('a value that is being saved', () => {
  it('is shown until an answer that was asked for after it, also where an older one is on its way', async () => {
    const bridge = new FakeBridge();
    bridge.contacts.rows = [buildContactRow({ id: ID, company: 'Old' })];
    const details = new ContactDetails(bridge, ID);
    await details.open();
    const request = bridge.request.bind(bridge);
    const answers: (() => void)[] = [];
    bridge.request = async (name, input) => {
      const reply = await request(name, input);
      if (name === 'contacts.get') await new Promise<void>((resolve) => answers.push(resolve));
      return reply;
    };
    // As after an event; what it answers is from before the edit.
    void details.refresh();
    await untilAnswered();
    const saved = details.showWhile('company', 'New', async () => {
      bridge.contacts.rows = [buildContactRow({ id: ID, company: 'New' })];
      return await Promise.resolve({ ok: true, value: null });
    });
    await untilAnswered();
    answers[0]?.();
    await untilAnswered();
    expect(details.valueOf('company')).toBe('New');
    answers[1]?.();
    await saved;
    expect(details.valueOf('company')).toBe('New');
    details.dispose();
  });
});
