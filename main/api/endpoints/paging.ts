import type { Page } from '#shared/domain/entities.ts';
import type { AskedPage } from '../wire/page.ts';

/** A page as callers ask for it; pages count from 1. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

const LARGEST_LIMIT = 100;

/** A page that the service takes as asked: outside 1–100 it would silently take 10 for the limit. */
export function toAskedPage({ page, limit }: PageQuery): AskedPage {
  return { page: toWhole(page, Number.MAX_SAFE_INTEGER), limit: toWhole(limit, LARGEST_LIMIT) };
}

function toWhole(value: number, most: number): number {
  return Math.min(Math.max(Math.trunc(value) || 1, 1), most);
}

/**
 * Whether one of the choices is of nothing. Nothing fits it then, while a service that reads an empty parameter as none
 * would give everything. A choice that was not made is none.
 */
export function isOfNothing(...choices: readonly (readonly unknown[] | undefined)[]): boolean {
  return choices.some((choice) => choice?.length === 0);
}

/** The page of a search that nothing can fit. */
export function toNoRows(asked: AskedPage): Page<never> {
  return { ...asked, pageCount: 0, items: [] };
}

/** The digit of a query for a switch that is on; nothing for one that is off, since not every service knows it. */
export function toSwitch(isOn: boolean | undefined): 1 | undefined {
  return isOn === true ? 1 : undefined;
}
