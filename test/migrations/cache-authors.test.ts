import { describe, expect, it } from 'vitest';
import { ORIGINS } from '#main/store/queries/origins.ts';
import { toNoteColumns } from '#main/store/rows/collection-rows.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0014 of cache.db', () => {
  const cache = useCacheAtStep();

  it('keeps the notes and finds the names of those who wrote them without reading them all', () => {
    cache.goTo(13);
    const note = { id: 1, text: 'Ring back', createdAt: 1, authorId: 8, authorName: 'Ida Moss' };
    cache.insert('contact_notes', toNoteColumns(3, note));
    cache.insert('contact_notes', toNoteColumns(3, { ...note, id: 2, authorName: '' }));
    cache.goTo(14);
    expect(cache.db.all('SELECT id, author_name FROM contact_notes ORDER BY id')).toEqual([
      { id: 1, author_name: 'Ida Moss' },
      { id: 2, author_name: '' },
    ]);
    const plan = cache.db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${ORIGINS}`, ['[1]']);
    expect(plan.map(({ detail }) => detail)).toContain(
      'SEARCH contact_notes USING COVERING INDEX contact_notes_by_author (author_id=?)',
    );
  });
});
