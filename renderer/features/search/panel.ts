import type { SearchScope } from './hits.ts';
import type { PaletteViewKind } from './question.ts';
import type { SearchRow } from './row.ts';

/** Everything that the palette shows, in words. */
export interface SearchPanelModel {
  readonly query: string;
  /** Name of the field. */
  readonly label: string;
  readonly placeholder: string;
  /** Name of the chat that is searched alone; null for everywhere. */
  readonly chat: string | null;
  readonly scope: SearchScope;
  /** Whether only what can be done to that chat is shown. */
  readonly isForActions: boolean;
  /** Whether Tab leads to what can be done to the active line. */
  readonly canAct: boolean;
  /** While the service is asked. */
  readonly waiting: string;
  readonly look: PaletteViewKind;
  readonly groups: readonly { readonly heading: string; readonly rows: readonly SearchRow[] }[];
  readonly active: number;
  /** Where there is no list: that nothing was found, that it failed, where will be looked. */
  readonly title: string;
  readonly text: string;
  /** Under the list. */
  readonly notes: readonly { readonly kind: 'offline' | 'some' | 'more'; readonly text: string }[];
  /** For the ear. */
  readonly spoken: string;
}

export interface SearchActions {
  readonly type: (query: string) => void;
  readonly move: (step: 1 | -1) => void;
  /** Tab: what can be done to the active line, else the next segment; with Shift the next segment. */
  readonly tab: (isBack: boolean) => void;
  readonly choose: (scope: SearchScope) => void;
  readonly point: (place: number) => void;
  /** Opens the line at a place. */
  readonly open: (place: number) => void;
  /** Opens the active line, or tries again. */
  readonly accept: () => void;
  readonly leaveChat: () => void;
  readonly toPictureUrl: (avatarId: string) => string;
}
