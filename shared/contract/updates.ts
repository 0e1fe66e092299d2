/** Newer versions of the app. */
import * as v from 'valibot';
import { RESTART_REASONS } from '#shared/domain/updates.ts';
import { instant, nothing } from './common.ts';

export const updatesViewSchema = v.object({
  /**
   * `absent`: this installation does not update itself · `idle`: none newer is known · `checking` · `downloading` ·
   * `staged`: a newer one is here, and takes the place of this one when the app ends.
   */
  state: v.picklist(['absent', 'idle', 'checking', 'downloading', 'staged']),
  /** The newer one; null: none is known. */
  version: v.nullable(v.string()),
  /** 0 to 100, while it is downloaded. */
  percent: v.number(),
  /** What is new in it, as lines of text; '' where its publisher said nothing. */
  notes: v.string(),
  /** When the place of the updates answered last; null: not in this run. */
  checkedAt: v.nullable(instant),
  /** Why the last try came to nothing; null: it did not. */
  fault: v.nullable(v.picklist(['offline', 'refused', 'disk', 'unknown'])),
  /** The user wants the restart: it comes once nothing is left that it would cut short. */
  isRestartWanted: v.boolean(),
  /** What it waits for. */
  waitsFor: v.array(v.picklist(RESTART_REASONS)),
});
export type UpdatesView = v.InferOutput<typeof updatesViewSchema>;

export const updateRequests = {
  'updates.get': { input: nothing, output: updatesViewSchema, errors: [] },
  /** Looks for a newer one now. `not-found`: this installation does not update itself. */
  'updates.check': { input: nothing, output: updatesViewSchema, errors: ['not-found'] },
  /**
   * Restarts into the newer one, at once or once nothing is left that would be cut short; `isWanted` false: not any more.
   * `not-found`: there is none.
   */
  'updates.restart': { input: v.object({ isWanted: v.boolean() }), output: updatesViewSchema, errors: ['not-found'] },
} as const;
