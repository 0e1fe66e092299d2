/** What the palette shows of what is known: which groups, and how it looks as a whole. Pure. */
import type { ChatView, ContractError } from '#shared/contract/index.ts';
import { hasFound, withActions } from './action-groups.ts';
import type { ActionSource } from '#renderer/lib/actions.ts';
import { toAskedScope, toChatGroups, toGroups, type SearchGroup, type SearchScope } from './hits.ts';
import type { Answer, PaletteViewKind } from './question.ts';

export interface PaletteState {
  /** Without spaces around it. */
  readonly query: string;
  readonly scope: SearchScope;
  readonly isInChat: boolean;
  readonly recent: readonly ChatView[];
  readonly answer: Answer | null;
  readonly problem: ContractError | null;
  /** Null: nothing can be done from here. */
  readonly source: ActionSource | null;
  /** Who was found first. */
  readonly found: ChatView | null;
  /** The one chat whose actions alone are shown. */
  readonly target: ChatView | null;
  /** What the service is asked, and what it found. */
  readonly older: 'idle' | 'asking' | 'answered' | 'nothing' | 'failed';
  readonly olderGroups: readonly SearchGroup[];
}

export function toPaletteGroups(state: PaletteState): readonly SearchGroup[] {
  const { query, scope, answer, source, target } = state;
  if (state.older !== 'idle') return state.olderGroups;
  if (state.problem !== null) return [];
  const isAtStart = query === '' && scope !== 'messages' && scope !== 'actions';
  const recent = isAtStart ? toChatGroups(state.recent) : [];
  const found = answer === null ? recent : toGroups(answer.result, scope);
  if (source === null) return found;
  // Before the answer nothing stands where it will stand.
  const isAnswered = query === '' || answer !== null || target !== null || toAskedScope(scope) === null;
  return isAnswered ? withActions(found, { ...state, source }) : [];
}

/** `groups`: what `toPaletteGroups` made of the same state. */
export function findPaletteView(state: PaletteState, groups: readonly SearchGroup[]): PaletteViewKind {
  const { query, scope, answer, older } = state;
  const found = groups.length > 0 ? 'found' : 'nothing';
  if (older !== 'idle') return older === 'asking' ? 'waiting' : older === 'answered' ? found : older;
  if (state.target !== null || scope === 'actions') return found;
  if (query === '') return groups.length === 0 ? 'hint' : 'recent';
  if (state.problem !== null) return 'failed';
  if (answer === null) return 'waiting';
  if (hasFound(groups, query)) return 'found';
  return answer.scope === scope ? 'nothing' : 'waiting';
}
