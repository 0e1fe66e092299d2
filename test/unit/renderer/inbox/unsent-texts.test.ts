import { describe, expect, it, vi } from 'vitest';
import { Drafts } from '#renderer/features/composer/drafts.ts';
import { Composer, restoreUnsent } from '#renderer/features/composer/composer.svelte.ts';
import { UnsentTexts, UnsentTextStorage } from '#renderer/data/unsent-texts.svelte.ts';
import { buildChat, buildFile, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { PageStorage } from '#test/support/page-storage.ts';
import { untilAnswered } from '#test/support/until-answered.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';

const PHONE = '447700900318';
const OTHER = '447700900319';

interface PageRun {
  readonly account?: string;
  readonly dataId?: string;
}

/** A page on a storage; after a reload it finds what main and the storage have from before. */
function live(bridge: FakeBridge, storage: PageStorage, { account = 'northgate', dataId = 'folder' }: PageRun = {}) {
  const unsent = new UnsentTexts(bridge, {
    storage: new UnsentTextStorage(() => storage),
    findDataId: () => dataId,
    account,
    now: () => Date.now(),
  });
  const drafts = new Drafts(bridge, () => undefined);
  const tools = buildWritingTools(bridge, { drafts, unsent, findName: () => 'Deborah Okonkwo' });
  const open = (phone = PHONE): Composer =>
    new Composer(bridge, { ...tools, phone, stored: bridge.data.drafts.get(phone) ?? null, filesCount: 0 });
  const send = (text: string, phone = PHONE) => {
    const composer = open(phone);
    composer.text = text;
    return composer.send();
  };
  const restore = (shown: Composer | null = null): void => restoreUnsent(unsent, { drafts, findShown: () => shown });
  const end = (): void => {
    drafts.dispose();
    unsent.dispose();
  };
  return { unsent, drafts, open, send, restore, end };
}

function setUp(run: PageRun = {}) {
  const bridge = new FakeBridge();
  bridge.data.chats = [buildChat({ phone: PHONE }), buildChat({ id: 2, phone: OTHER })];
  const storage = new PageStorage();
  const listAsked = () => bridge.inputsOf('sends.create').map(({ text }) => text);
  return { bridge, storage, listAsked, ...live(bridge, storage, run) };
}

const listShown = (unsent: UnsentTexts) => unsent.shown.map(({ text }) => text);

describe('a text that is sent while main is away', () => {
  it('leaves its box, stands in its thread, and goes once main is back', async () => {
    const { bridge, storage, unsent, open, listAsked } = setUp();
    bridge.connect(false);
    const composer = open();
    composer.text = 'On our way';
    const sending = composer.send();
    await untilAnswered();
    expect([composer.text, listShown(unsent), listAsked()]).toEqual(['', ['On our way'], []]);
    expect(unsent.listTo(OTHER)).toEqual([]);
    bridge.connect(true);
    expect(await sending).toMatchObject({ kind: 'sent' });
    expect([listShown(unsent), listAsked(), storage.length]).toEqual([[], ['On our way'], 0]);
  });

  it('is asked for under the same id where main went away with the answer', async () => {
    const { bridge, unsent, send } = setUp();
    const release = bridge.hold('sends.create');
    const sending = send('On our way');
    await untilAnswered();
    bridge.connect(false);
    await untilAnswered();
    expect(listShown(unsent)).toEqual(['On our way']);
    release();
    bridge.connect(true);
    expect(await sending).toMatchObject({ kind: 'sent' });
    const [first, second] = bridge.inputsOf('sends.create');
    expect(second?.requestId).toBe(first?.requestId);
  });

  it('keeps its place among those to the same number', async () => {
    const { bridge, send, listAsked } = setUp();
    bridge.connect(false);
    const sending = [send('One'), send('Two'), send('Elsewhere', OTHER)];
    await untilAnswered();
    bridge.connect(true);
    await Promise.all(sending);
    expect(listAsked().filter((text) => text !== 'Elsewhere')).toEqual(['One', 'Two']);
  });

  it('is in the box again where the page has no room for it', async () => {
    const { bridge, storage, unsent, open } = setUp();
    storage.isFull = true;
    bridge.connect(false);
    const composer = open();
    composer.text = 'On our way';
    expect(await composer.send()).toMatchObject({ kind: 'failed', problem: { code: 'disconnected' } });
    expect([composer.text, listShown(unsent)]).toEqual(['On our way', []]);
  });

  it('waits while main opens its data anew, and is asked for again under the same id', async () => {
    const { bridge, storage, unsent, open } = setUp();
    bridge.fail('sends.create', toProblem('reopening'));
    const composer = open();
    composer.text = 'On our way';
    const sending = composer.send();
    await untilAnswered();
    expect([composer.text, listShown(unsent), storage.length]).toEqual(['', ['On our way'], 1]);
    bridge.fail('sends.create', null);
    bridge.connect(true);
    expect(await sending).toMatchObject({ kind: 'sent' });
    const ids = bridge.inputsOf('sends.create').map(({ requestId }) => requestId);
    expect([new Set(ids).size, ids.length]).toEqual([1, 2]);
  });

  it('stays in the storage where nobody is signed in once main is back, and goes when the account is there again', async () => {
    const { bridge, storage, send, listAsked, end } = setUp();
    bridge.connect(false);
    void send('On our way');
    await untilAnswered();
    bridge.fail('sends.create', toProblem('unauthorized'));
    bridge.connect(true);
    await untilAnswered();
    end();
    expect([listAsked(), storage.length]).toEqual([['On our way'], 1]);
    bridge.fail('sends.create', null);
    live(bridge, storage).restore();
    await untilAnswered();
    expect([listAsked(), storage.length]).toEqual([['On our way', 'On our way'], 0]);
  });

  it('comes back into its box where main refuses it', async () => {
    const { bridge, storage, unsent, open } = setUp();
    bridge.connect(false);
    const composer = open();
    composer.text = 'On our way';
    const sending = composer.send();
    await untilAnswered();
    bridge.fail('sends.create', toProblem('validation'));
    bridge.connect(true);
    expect(await sending).toMatchObject({ kind: 'failed' });
    expect([composer.text, listShown(unsent), storage.length]).toEqual(['On our way', [], 0]);
  });

  it.each(['the first', 'the second'] as const)('can be taken back before main was asked: %s', async (which) => {
    const { bridge, storage, unsent, drafts, open, listAsked } = setUp();
    bridge.connect(false);
    const composer = open();
    const sending = ['One', 'Two'].map((text) => {
      composer.text = text;
      return composer.send();
    });
    await untilAnswered();
    const wanted = unsent.shown[which === 'the first' ? 0 : 1];
    const requestId = wanted?.requestId ?? '';
    if (!drafts.outgoing.takeBack(PHONE, requestId)) unsent.takeBack(requestId);
    await untilAnswered();
    const [taken, left] = which === 'the first' ? ['One', 'Two'] : ['Two', 'One'];
    expect([composer.text, listShown(unsent)]).toEqual([taken, [left]]);
    bridge.connect(true);
    await Promise.all(sending);
    expect([listAsked(), storage.length]).toEqual([[left], 0]);
  });

  it('is not taken back where main may have it', async () => {
    const { bridge, unsent, send } = setUp();
    const release = bridge.hold('sends.create');
    const sending = send('On our way');
    await untilAnswered();
    bridge.connect(false);
    await untilAnswered();
    expect(unsent.takeBack(unsent.shown[0]?.requestId ?? '')).toBe(false);
    release();
    bridge.connect(true);
    await sending;
  });

  it('does not hold up who leaves the account', async () => {
    const { bridge, drafts, send } = setUp();
    bridge.connect(false);
    void send('One');
    void send('Two');
    await untilAnswered();
    await expect(drafts.saveAll()).resolves.toBeUndefined();
  });
});

describe('a main that takes its time', () => {
  it('has the text shown as waiting, and no longer once it answered', async () => {
    vi.useFakeTimers();
    try {
      const { bridge, unsent, send } = setUp();
      const release = bridge.hold('sends.create');
      const sending = send('On our way');
      expect(listShown(unsent)).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(listShown(unsent)).toEqual(['On our way']);
      release();
      await sending;
      expect(listShown(unsent)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the next life of the page', () => {
  /** A text was sent to a main that is away, and the page was closed. */
  async function closeWith(text: string, isAsked: boolean) {
    const first = setUp();
    const { bridge } = first;
    const release = isAsked ? bridge.hold('sends.create') : () => undefined;
    if (!isAsked) bridge.connect(false);
    void first.send(text);
    await untilAnswered();
    bridge.connect(false);
    await untilAnswered();
    first.end();
    release();
    bridge.connect(true);
    await untilAnswered();
    return first;
  }

  it.each([false, true])('sends what was kept under the id of then; main was asked: %s', async (isAsked) => {
    const { bridge, storage, listAsked } = await closeWith('On our way', isAsked);
    const before = bridge.inputsOf('sends.create');
    const next = live(bridge, storage);
    next.restore();
    await untilAnswered();
    expect(listAsked().at(-1)).toBe('On our way');
    expect(new Set(bridge.inputsOf('sends.create').map(({ requestId }) => requestId)).size).toBe(1);
    expect([before.length, storage.length, listShown(next.unsent)]).toEqual([isAsked ? 1 : 0, 0, []]);
  });

  it('sends nothing of another account, and nothing of another data folder', async () => {
    const { bridge, storage, listAsked } = await closeWith('On our way', false);
    for (const life of [{ account: 'southgate' }, { dataId: 'another' }]) live(bridge, storage, life).restore();
    await untilAnswered();
    expect([listAsked(), storage.length]).toEqual([[], 1]);
  });

  it('takes the text out of the draft that the earlier life saved of it', async () => {
    const { bridge, storage } = await closeWith('On our way', false);
    bridge.data.drafts.set(PHONE, 'On our way\nand more');
    live(bridge, storage).restore();
    await untilAnswered();
    expect(bridge.data.drafts.get(PHONE)).toBe('and more');
  });

  it('has a text that main refuses in the box, once', async () => {
    const { bridge, storage } = await closeWith('On our way', false);
    bridge.data.drafts.set(PHONE, 'On our way');
    bridge.fail('sends.create', toProblem('validation'));
    const next = live(bridge, storage);
    next.restore();
    await untilAnswered();
    expect([next.open().text, storage.length]).toEqual(['On our way', 0]);
  });

  it('sends the files along, and does not show them in the draft meanwhile', async () => {
    const first = setUp();
    const { bridge, storage } = first;
    bridge.data.files.set(PHONE, [buildFile({ id: 'a', name: 'a.pdf' })]);
    const composer = first.open();
    await composer.files.load();
    bridge.connect(false);
    composer.text = 'Here it is';
    void composer.send();
    await untilAnswered();
    first.end();
    bridge.connect(true);
    const release = bridge.hold('sends.create');
    const next = live(bridge, storage);
    next.restore();
    const again = next.open();
    await again.files.load();
    expect(again.files.items).toEqual([]);
    release();
    await untilAnswered();
    expect(bridge.inputsOf('sends.create').at(-1)?.fileIds).toEqual(['a']);
  });
});

describe('what is written while main is away', () => {
  it('is saved once main is back', async () => {
    const { bridge, drafts, open } = setUp();
    const composer = open();
    bridge.connect(false);
    composer.text = 'Half a sentence';
    await drafts.save(PHONE);
    expect(drafts.hasUnsaved).toBe(true);
    bridge.connect(true);
    await untilAnswered();
    expect([bridge.data.drafts.get(PHONE), drafts.hasUnsaved]).toEqual(['Half a sentence', false]);
  });
});

describe.each(['reopening', 'unauthorized'])('what is written while main answers "%s"', (code) => {
  /** Main did not take a draft. */
  async function setUpUnsaved() {
    const set = setUp();
    set.bridge.fail('drafts.save', toProblem(code));
    set.open().text = 'Half a sentence';
    await set.drafts.save(PHONE);
    return set;
  }

  it('is saved a second later, without another word', async () => {
    vi.useFakeTimers();
    try {
      const { bridge, drafts } = await setUpUnsaved();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(drafts.hasUnsaved).toBe(true);
      bridge.fail('drafts.save', null);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([bridge.data.drafts.get(PHONE), drafts.hasUnsaved]).toEqual(['Half a sentence', false]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is saved as the window closes', async () => {
    const { bridge, drafts } = await setUpUnsaved();
    bridge.fail('drafts.save', null);
    await drafts.saveAll();
    expect([bridge.data.drafts.get(PHONE), drafts.hasUnsaved]).toEqual(['Half a sentence', false]);
  });
});

describe('a main that has another account open by now', () => {
  it('is told whose text it is asked to take', async () => {
    const { bridge, send } = setUp();
    await send('On our way');
    expect(bridge.inputsOf('sends.create')).toMatchObject([{ account: 'northgate' }]);
  });

  it('is told whose draft it is asked to save', async () => {
    const { bridge } = setUp();
    const drafts = new Drafts(bridge, () => undefined, 'northgate');
    drafts.keep(PHONE, 'Half a sentence');
    await drafts.save(PHONE);
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ account: 'northgate' }]);
  });
});

describe('a text that waits in two pages', () => {
  it('is not sent by one where the other took it back, and those behind it are', async () => {
    const first = setUp();
    const { bridge, storage, listAsked } = first;
    bridge.connect(false);
    void first.send('One');
    void first.send('Two');
    await untilAnswered();
    const second = live(bridge, storage);
    second.restore();
    await untilAnswered();
    expect(first.unsent.takeBack(first.unsent.shown[0]?.requestId ?? '')).toBe(true);
    await untilAnswered();
    first.end();
    bridge.connect(true);
    await untilAnswered();
    expect([listAsked(), listShown(second.unsent), storage.length]).toEqual([['Two'], [], 0]);
  });

  it('is not taken back in one where the other asked main to take it', async () => {
    const first = setUp();
    const { bridge, storage } = first;
    bridge.connect(false);
    void first.send('On our way');
    await untilAnswered();
    const requestId = first.unsent.shown[0]?.requestId ?? '';
    const [entry] = new UnsentTextStorage(() => storage).list('folder', 'northgate', Date.now());
    if (entry !== undefined) new UnsentTextStorage(() => storage).write('folder', { ...entry, isAsked: true });
    expect(first.unsent.takeBack(requestId)).toBe(false);
    new UnsentTextStorage(() => storage).remove('folder', requestId);
    expect(first.unsent.takeBack(requestId)).toBe(false);
  });

  it('is sent where the browser closes the storage meanwhile', async () => {
    const { bridge, storage, send, listAsked } = setUp();
    bridge.connect(false);
    const sending = send('On our way');
    await untilAnswered();
    vi.spyOn(storage, 'getItem').mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    bridge.connect(true);
    expect([await sending, listAsked()]).toMatchObject([{ kind: 'sent' }, ['On our way']]);
  });
});

describe('the storage of a page', () => {
  it('keeps a hundred texts of a folder, and forgets those of folders that nobody opened for long', () => {
    const page = new PageStorage();
    const storage = new UnsentTextStorage(() => page);
    const text = { account: 'a', phone: PHONE, name: '', text: 'x', fileIds: [], at: 0, isAsked: false };
    const written = Array.from({ length: 101 }, (_, index) =>
      storage.write('folder', { ...text, requestId: String(index), at: 101 - index }),
    );
    expect([written.filter(Boolean).length, written.at(-1)]).toEqual([100, false]);
    expect(storage.list('folder', 'a', 1_000).map(({ at }) => at)[0]).toBe(2);
    expect(storage.list('other', 'a', 1_000)).toEqual([]);
    expect(page.length).toBe(100);
    storage.list('other', 'a', 91 * 86_400_000);
    expect(page.length).toBe(0);
  });

  it('is as if empty where the browser closes it, or something else wrote there', () => {
    const page = new PageStorage();
    page.setItem('switchboard.text.folder.1', '{"half":');
    const storage = new UnsentTextStorage(() => page);
    expect(storage.list('folder', 'a', 0)).toEqual([]);
    const closed = new UnsentTextStorage(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    expect(closed.list('folder', 'a', 0)).toEqual([]);
  });
});
