import { getContext, setContext } from 'svelte';

const CHOICE = Symbol('section choice');

type Choose = (id: string) => void;

/** Lets every section below this component lead to another one. */
export function provideSectionChoice(choose: Choose): void {
  setContext(CHOICE, choose);
}

/** Leads to the section of an id. Call while a component is created. */
export function useSectionChoice(): Choose {
  return getContext<Choose>(CHOICE);
}
