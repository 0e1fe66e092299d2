import { describe, expect, it } from 'vitest';
import type { PeopleChangeView } from '#shared/contract/index.ts';
import { ValueEditor } from '#renderer/features/contact/value-editor.svelte.ts';
import { buildMembersChange } from '#test/support/fake-contacts.ts';

interface Situation {
  readonly value?: string;
  readonly change?: Partial<PeopleChangeView>;
  /** What saving answers. */
  readonly problem?: string;
}

/** One value and what became of it. */
function edit({ value = 'Dr Marsh', change, problem }: Situation = {}) {
  const seen = { value, saved: [] as string[], resolved: [] as string[] };
  const editor = new ValueEditor({
    read: () => seen.value,
    parse: (typed) => (typed.trim() === '?' ? { problem: 'No value.' } : { value: typed.trim() }),
    print: (text) => text,
    findChange: () =>
      change === undefined ? null : { ...buildMembersChange(), kind: 'edit-contact', members: null, ...change },
    save: (wanted) => {
      seen.saved.push(wanted);
      return Promise.resolve(problem ?? null);
    },
    resolve: (id, choice) => {
      seen.resolved.push(`${String(id)} ${choice}`);
      return Promise.resolve();
    },
  });
  return { editor, seen };
}

describe('a value that is edited in its place', () => {
  it('is saved once, without the spaces around it', async () => {
    const { editor, seen } = edit();
    editor.begin();
    editor.typed = ' Dr Hollis ';
    await Promise.all([editor.commit(), editor.commit()]);
    expect(seen.saved).toEqual(['Dr Hollis']);
    expect(editor.isField).toBe(false);
  });

  it('is not saved where it is what it was, nor after Escape', async () => {
    const { editor, seen } = edit();
    editor.begin();
    await editor.commit();
    editor.begin();
    editor.typed = 'other';
    editor.cancel();
    await editor.commit();
    expect(seen.saved).toEqual([]);
    expect(editor.typed).toBe('Dr Marsh');
  });

  it('stays as it was typed where it is no value, or was not saved', async () => {
    const { editor } = edit({ problem: 'You’re offline.' });
    editor.begin();
    editor.typed = '?';
    expect(await editor.commit()).toBe(false);
    expect([editor.typed, editor.problem]).toEqual(['?', 'No value.']);
    editor.typed = 'Dr Hollis';
    expect(editor.problem).toBeNull();
    expect(await editor.commit()).toBe(false);
    expect([editor.isField, editor.typed, editor.problem]).toEqual([true, 'Dr Hollis', 'You’re offline.']);
  });

  it('asks before it overwrites what changed while it was typed', async () => {
    const { editor, seen } = edit();
    editor.begin();
    editor.typed = 'Dr Hollis';
    seen.value = 'Dr Ash';
    await editor.commit();
    expect(seen.saved).toEqual([]);
    expect(editor.conflict).toEqual({ theirs: 'Dr Ash', mine: 'Dr Hollis' });
    await editor.choose('mine');
    expect(seen.saved).toEqual(['Dr Hollis']);
    expect(editor.conflict).toBeNull();
  });

  it('keeps what the service refused in the field, until it is put back or typed anew', async () => {
    const { editor, seen } = edit({ change: { state: 'refused', value: 'Dr X', base: 'Dr Marsh' } });
    expect([editor.isField, editor.typed, editor.base]).toEqual([true, 'Dr X', 'Dr Marsh']);
    editor.begin();
    await editor.commit();
    expect(seen.saved).toEqual([]);
    editor.typed = 'Dr Hollis';
    await editor.commit();
    expect(seen.saved).toEqual(['Dr Hollis']);
    await editor.putBack();
    expect(seen.resolved).toEqual(['1 theirs']);
  });

  it('lets the user choose between the service’s value and what was typed', async () => {
    const { editor, seen } = edit({ change: { state: 'conflict', value: 'Dr Hollis', theirs: null } });
    expect(editor.isField).toBe(false);
    expect(editor.conflict).toEqual({ theirs: '', mine: 'Dr Hollis' });
    await editor.choose('theirs');
    expect(seen.resolved).toEqual(['1 theirs']);
  });
});
