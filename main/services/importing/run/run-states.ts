/** What the user and failures make of the state of a run. Pure. */
import type { StoredImport } from '#main/store/api/imports.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { RunState, RunStep } from '#shared/domain/imports.ts';
import { RunRefused } from './run-work.ts';

export type RunAct = 'pause' | 'resume' | 'stop';

export interface StateChange {
  readonly state: RunState;
  readonly step?: RunStep;
}

const PAUSED: Partial<Record<RunState, RunState>> = {
  running: 'paused',
  waiting: 'paused',
  undoing: 'undo-paused',
  'undo-waiting': 'undo-paused',
};
/** It takes its turn after those that were started before. */
const RESUMED: Partial<Record<RunState, RunState>> = { paused: 'waiting', 'undo-paused': 'undo-waiting' };
/** What an undo did stays done, and it can be begun again. */
const STOPPED: Partial<Record<RunState, StateChange>> = {
  running: { state: 'stopped' },
  waiting: { state: 'stopped' },
  paused: { state: 'stopped' },
  undoing: { state: 'finished', step: 'done' },
  'undo-waiting': { state: 'finished', step: 'done' },
  'undo-paused': { state: 'finished', step: 'done' },
};

/** Null: nothing changes. */
export function planControl({ state }: Pick<StoredImport, 'state'>, act: RunAct): StateChange | null {
  if (act === 'stop') return STOPPED[state] ?? null;
  const next = (act === 'pause' ? PAUSED : RESUMED)[state];
  return next === undefined ? null : { state: next };
}

/** Whether it is over, so that it can be undone. */
export function isOver({ state, step }: Pick<StoredImport, 'state' | 'step'>): boolean {
  return state === 'finished' || (state === 'stopped' && step === 'done');
}

export function isUndo({ state }: Pick<StoredImport, 'state'>): boolean {
  return state.startsWith('undo') || state === 'undoing';
}

/** Whether it goes on by itself. */
export function goesOn({ state, step }: Pick<StoredImport, 'state' | 'step'>): boolean {
  if (state === 'stopped') return step !== 'done';
  return state === 'running' || state === 'waiting' || state === 'undoing' || state === 'undo-waiting';
}

/**
 * What a failure means. `later`: the service cannot be asked now · `disk`: nothing can be written down · `refused`: the
 * service does not take the run as a whole · `bug`: of this app.
 */
export type Failure =
  | { readonly kind: 'later' | 'refused'; readonly error: AppError }
  | { readonly kind: 'disk' }
  | { readonly kind: 'bug' };

export function classifyFailure(error: unknown): Failure {
  if (error instanceof RunRefused) return { kind: 'refused', error: error.problem };
  if (!isAppError(error)) return { kind: 'bug' };
  if (error.code === 'disk') return { kind: 'disk' };
  const isRefused = error.code === 'validation' || error.code === 'forbidden' || error.code === 'not-found';
  return { kind: isRefused ? 'refused' : 'later', error };
}
