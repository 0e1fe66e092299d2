import { describe, expect, it } from 'vitest';
import { classifyFailure, goesOn, isOver, planControl } from '#main/services/importing/run/run-states.ts';
import { RunRefused } from '#main/services/importing/run/run-work.ts';
import { RUN_STATES } from '#shared/domain/imports.ts';
import type { RunState } from '#shared/domain/imports.ts';
import { fail } from '#test/unit/services/fakes.ts';

const listChanged = (act: 'pause' | 'resume' | 'stop'): Partial<Record<RunState, string>> =>
  Object.fromEntries(
    RUN_STATES.flatMap((state) => {
      const change = planControl({ state }, act);
      return change === null ? [] : [[state, [change.state, change.step].join(' ').trim()]];
    }),
  );

describe('the state of a run', () => {
  it('is paused only while something goes on', () => {
    expect(listChanged('pause')).toEqual({
      ...{ running: 'paused', waiting: 'paused', undoing: 'undo-paused', 'undo-waiting': 'undo-paused' },
    });
  });

  it('waits for its turn once it is resumed', () => {
    expect(listChanged('resume')).toEqual({ paused: 'waiting', 'undo-paused': 'undo-waiting' });
  });

  it('is stopped unless it is over; a stopped undo leaves an import that can be undone', () => {
    expect(listChanged('stop')).toEqual({
      ...{ running: 'stopped', waiting: 'stopped', paused: 'stopped' },
      ...{ undoing: 'finished done', 'undo-waiting': 'finished done', 'undo-paused': 'finished done' },
    });
  });

  it('goes on by itself until a stopped run was counted', () => {
    const going = RUN_STATES.filter((state) => goesOn({ state, step: 'new' }));
    expect(going).toEqual(['running', 'waiting', 'stopped', 'undoing', 'undo-waiting']);
    expect([goesOn({ state: 'stopped', step: 'done' }), isOver({ state: 'stopped', step: 'done' })]).toEqual([
      ...[false, true],
    ]);
    expect(isOver({ state: 'stopped', step: 'counting' })).toBe(false);
  });

  it.each([
    ['offline', 'later'],
    ['timeout', 'later'],
    ['maintenance', 'later'],
    ['rate-limited', 'later'],
    ['unauthorized', 'later'],
    ['server', 'later'],
    ['validation', 'refused'],
    ['forbidden', 'refused'],
    ['not-found', 'refused'],
    ['disk', 'disk'],
  ] as const)('after %s: %s', (code, kind) => {
    expect(classifyFailure(fail(code)).kind).toBe(kind);
  });

  it('tells a bug from a failure of the world', () => {
    expect(classifyFailure(new Error('a bug')).kind).toBe('bug');
    expect(classifyFailure(new RunRefused(fail('validation')))).toMatchObject({ kind: 'refused' });
  });
});
