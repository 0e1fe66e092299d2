/** One tooltip shows what every button of the page has to say: hundreds of them on a page, of which one is seen. */
import type { Tooltip } from 'bits-ui';
import { createContext } from 'svelte';

/** What a button's tooltip says, and on which side of it. */
export interface Tip {
  readonly label: string;
  readonly shortcut: readonly string[];
  readonly side: 'top' | 'bottom' | 'left' | 'right';
}

export type TipTether = ReturnType<typeof Tooltip.createTether<Tip>>;

const [use, provide] = createContext<TipTether>();

/** What ties a button to the tooltip. Call while a component is created. */
export const useTipTether: () => TipTether = use;
/** For everything below this component. */
export const provideTipTether: (tether: TipTether) => TipTether = provide;
