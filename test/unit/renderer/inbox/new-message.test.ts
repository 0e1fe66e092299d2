import { describe, expect, it } from 'vitest';
import { NewMessageMemory } from '#renderer/features/composer/new-message-memory.ts';
import { NewMessage, type BegunMessage } from '#renderer/features/composer/new-message.svelte.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { until } from '#test/support/until.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';

const NOTHING: BegunMessage = { query: '', chosen: null, text: '', aside: '', later: null };

function setUp(homePhone: string | null = '447400999999', homeCountry: string | null = null) {
  const bridge = new FakeBridge();
  bridge.data.people.push(
    { phone: '447700900318', name: 'Deborah Okonkwo', contactId: 1 },
    { phone: '447700900319', name: 'Debra Moss', contactId: 2 },
  );
  const home = { homePhone: () => homePhone, homeCountry: () => homeCountry };
  return { bridge, message: new NewMessage(bridge, { ...buildWritingTools(bridge), ...home }) };
}

describe('forwarding into a new message', () => {
  it('takes the place of what was forwarded before and not changed', () => {
    const { message } = setUp();
    message.forward('See you at ten.');
    message.forward('Just water.');
    expect(message.composer.text).toBe('Just water.');
  });

  it('keeps what the user wrote before and after it', () => {
    const { message } = setUp();
    message.composer.text = 'For you:';
    message.forward('See you at ten.');
    message.forward('Just water.');
    expect(message.composer.text).toBe('Just water.\nFor you:');
    message.composer.text = 'Just water, he says.\nFor you:';
    message.forward('Yes');
    expect(message.composer.text).toBe('Yes\nJust water, he says.\nFor you:');
  });
});

describe('a new message that was begun before the page is loaded anew', () => {
  const toStorage = (values: Map<string, string>) => ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });

  it('goes on with its text, as long as it goes to nobody', () => {
    const values = new Map<string, string>();
    const before = setUp().message;
    void before.type('deb');
    before.composer.text = 'See you at ten.';
    new NewMessageMemory(toStorage(values), 'desk').write(before.begun);

    const { message } = setUp();
    const begun = new NewMessageMemory(toStorage(values), 'desk').read();
    message.resume(begun ?? NOTHING);
    expect([message.query, message.composer.text, message.isListOpen]).toEqual(['deb', 'See you at ten.', false]);
    expect(new NewMessageMemory(toStorage(values), 'another').read()).toBeNull();

    message.reset();
    new NewMessageMemory(toStorage(values), 'desk').write(message.begun);
    expect(values.size).toBe(0);
  });

  it('goes on to the person who was chosen, whose draft main keeps', async () => {
    const { bridge, message } = setUp();
    message.choose({ phone: '447700900318', name: 'Deborah Okonkwo', isTyped: false });
    message.composer.text = 'See you at ten.';
    await message.composer.leave();

    const next = new NewMessage(bridge, {
      ...buildWritingTools(bridge),
      homePhone: () => null,
      homeCountry: () => null,
    });
    next.resume(message.begun);
    await until(() => expect(next.composer.text).toBe('See you at ten.'));
    expect(next.chosen?.name).toBe('Deborah Okonkwo');
  });

  it.each(['{', '[]', '{"query":1,"text":""}', 'null'])('is none where %s is kept', (kept) => {
    const values = new Map([['switchboard.new-message.desk', kept]]);
    expect(new NewMessageMemory(toStorage(values), 'desk').read()).toBeNull();
  });
});

describe('a text that was written to one person', () => {
  const deborah = { phone: '447700900318', name: 'Deborah Okonkwo', isTyped: false };
  const debra = { phone: '447700900319', name: 'Debra Moss', isTyped: false };
  const draftTo = (bridge: FakeBridge, phone: string): string | undefined =>
    bridge.inputsOf('drafts.save').findLast((input) => input.phone === phone)?.text;

  it('goes along to another one, and is no draft to the first one any more', async () => {
    const { bridge, message } = setUp();
    message.choose(deborah);
    message.composer.text = 'See you at ten.';
    await message.composer.leave();
    void message.type('deb');
    expect(draftTo(bridge, deborah.phone)).toBe('See you at ten.');
    message.choose(debra);
    expect(message.composer.text).toBe('See you at ten.');
    await until(() => expect(draftTo(bridge, deborah.phone)).toBe(''));
  });

  it('that is begun with the number alone is for the name that the number has', async () => {
    const { bridge, message } = setUp();
    bridge.data.people.splice(0, 2, { phone: debra.phone, name: debra.name, contactId: 7 });
    message.begin({ ...debra, name: '' });
    await until(() => expect(message.chosen).toEqual(debra));
  });

  it('stays that person’s draft where a message to another one, or with another text, begins', async () => {
    const { bridge, message } = setUp();
    message.begin(deborah);
    message.composer.text = 'See you at ten.';
    message.begin(debra);
    expect(message.composer.text).toBe('');
    await until(() => expect(draftTo(bridge, deborah.phone)).toBe('See you at ten.'));
    message.composer.text = 'Just water.';
    message.forward('Bring a blanket.');
    expect([message.chosen, message.composer.text]).toEqual([null, 'Bring a blanket.']);
    await until(() => expect(draftTo(bridge, debra.phone)).toBe('Just water.'));
    expect(draftTo(bridge, deborah.phone)).toBe('See you at ten.');
  });
});

describe('a text that was written without a recipient', () => {
  const deborah = { phone: '447700900318', name: 'Deborah Okonkwo', isTyped: false };

  it('is not for a person who is chosen elsewhere, and waits for the next message, also over a reload', () => {
    const { message } = setUp();
    message.composer.text = 'For Tom alone.';
    message.beginTo(deborah);
    expect([message.chosen, message.composer.text]).toEqual([deborah, '']);
    const next = setUp().message;
    next.resume(message.begun);
    message.reset();
    next.abandon();
    for (const one of [message, next]) expect([one.chosen, one.composer.text]).toEqual([null, 'For Tom alone.']);
  });

  it('is not the text that is scheduled next, nor goes that to the person who was chosen before', () => {
    const { message } = setUp();
    message.composer.text = 'For Tom alone.';
    message.beginLater({ day: '2026-11-30' }, '');
    expect([message.chosen, message.composer.text, message.later?.day]).toEqual([null, '', '2026-11-30']);
    message.choose(deborah);
    message.composer.text = 'For Deborah alone.';
    message.beginLater({ day: null }, '');
    expect([message.chosen, message.composer.text]).toEqual([null, '']);
    message.reset();
    expect([message.composer.text, message.later]).toEqual(['For Tom alone.', null]);
  });

  it('keeps its files away from a person who is chosen elsewhere', () => {
    const { message } = setUp();
    message.composer.files.add([new File(['x'], 'for-tom.txt')]);
    message.beginTo(deborah);
    expect(message.composer.files.items).toEqual([]);
    message.reset();
    expect(message.composer.files.items).toMatchObject([{ name: 'for-tom.txt' }]);
  });

  it('goes where the user goes back, if it was only forwarded', () => {
    const { message } = setUp();
    message.composer.text = 'For you:';
    message.forward('See you at ten.');
    message.abandon();
    expect(message.composer.text).toBe('For you:');
    message.forward('See you at ten.');
    message.beginTo(deborah);
    expect(message.composer.text).toBe('');
    message.reset();
    expect(message.composer.text).toBe('For you:');
  });

  it('keeps no recipient where nothing was written and the user goes back', () => {
    const { message } = setUp();
    message.beginTo(deborah);
    message.abandon();
    expect([message.chosen, message.query]).toEqual([null, '']);
  });
});

describe('whom a new message goes to', () => {
  it('is suggested from the people of this computer', async () => {
    const { message } = setUp();
    await message.type('deb');
    expect(message.suggestions.map(({ name }) => name)).toEqual(['Deborah Okonkwo', 'Debra Moss']);
    expect(message.isListOpen).toBe(true);
    expect(message.active).toBe(0);
    message.move(1);
    expect(message.accept()).toBe(true);
    expect(message.composer.phone).toBe('447700900319');
    expect(message.isListOpen).toBe(false);
  });

  it('goes round the ends of the list', async () => {
    const { message } = setUp();
    await message.type('deb');
    message.move(-1);
    expect(message.active).toBe(1);
    message.move(1);
    expect(message.active).toBe(0);
  });

  it('may be a number that nobody has saved', async () => {
    const { message } = setUp();
    await message.type('07400 123456');
    expect(message.suggestions).toEqual([{ phone: '447400123456', name: '', isTyped: true }]);
    expect(message.accept()).toBe(true);
    expect(message.composer.phone).toBe('447400123456');
  });

  it('is read as a number of the account’s country where the account has no number', async () => {
    const { message } = setUp(null, 'US');
    await message.type('(213) 555-0134');
    expect(message.suggestions).toEqual([{ phone: '12135550134', name: '', isTyped: true }]);
  });

  it('is said to be nobody as soon as no more letters can change it', async () => {
    const { message } = setUp();
    await message.type('hello world');
    expect(message.problem).toBe('not-a-number');
    await message.type('07700 900318, 07700 900319');
    expect(message.problem).toBe('several');
    await message.type('deb');
    expect(message.problem).toBeNull();
  });

  it('is not offered as half a number, which Enter takes where it is possible', async () => {
    const { message } = setUp();
    for (const half of ['0770090', '077009001']) {
      await message.type(half);
      expect(message.suggestions).toEqual([]);
    }
    await message.type('07700 900123');
    expect(message.suggestions).toMatchObject([{ phone: '447700900123', isTyped: true }]);
    await message.type('077009001');
    expect(message.accept()).toBe(true);
  });

  it('is explained only once somebody tried', async () => {
    const { message } = setUp();
    await message.type('+44 74');
    expect(message.problem).toBeNull();
    expect(message.accept()).toBe(false);
    expect(message.problem).toBe('too-short');
    await message.type('+44 740');
    expect(message.problem).toBeNull();
  });

  it('must be somebody', async () => {
    const { message } = setUp(null);
    expect(message.accept()).toBe(false);
    expect(message.problem).toBe('nobody');
    await message.type('07400 123456');
    message.accept();
    expect(message.problem).toBe('no-country');
    await message.type('Zebedee');
    message.accept();
    expect(message.problem).toBe('not-a-number');
  });

  it('is asked again when the field changes after a choice', async () => {
    const { message } = setUp();
    await message.type('deb');
    message.accept();
    await message.type('debr');
    expect(message.chosen).toBeNull();
    expect(message.composer.phone).toBeNull();
  });

  it('STATE-2: a late list of people does not replace a newer one', async () => {
    const { bridge, message } = setUp();
    const release = bridge.hold('people.suggest');
    const first = message.type('deb');
    bridge.data.people.length = 0;
    const second = message.type('zzz');
    release();
    await Promise.all([first, second]);
    expect(message.suggestions).toEqual([]);
  });
});
