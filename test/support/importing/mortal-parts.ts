/** Parts of a run that die with one of their calls, as the app does when it is killed. */
import type { RunParts } from '#main/services/importing/ports.ts';
import { AppError } from '#shared/domain/app-error.ts';

/** Calls at which a kill makes a difference. */
const COUNTED = new Set([
  'saveImport',
  'changeImportRows',
  'createList',
  'createCustomField',
  'importContacts',
  'getImportProgress',
  'listContactsOfList',
  'updateContact',
  'setCustomFieldValue',
  'addListMembers',
  'deleteList',
]);

type Method = (...given: unknown[]) => Promise<unknown>;

/** @param kill at which of the counted calls, from 1, and whether that one is still made */
export function toMortal(
  parts: RunParts,
  { killAt, isAfter }: { readonly killAt: number; readonly isAfter: boolean },
): { readonly parts: RunParts; readonly death: Promise<undefined> } {
  const death = Promise.withResolvers<undefined>();
  let count = 0;
  let isDead = false;
  const die = (): AppError => {
    isDead = true;
    death.resolve(undefined);
    return toKilled();
  };
  const call = async (name: string, method: () => Promise<unknown>): Promise<unknown> => {
    if (isDead) throw toKilled();
    if (COUNTED.has(name)) count += 1;
    const isLast = COUNTED.has(name) && count === killAt;
    if (isLast && !isAfter) throw die();
    const answer = await method();
    if (isLast) throw die();
    if (isDead) throw toKilled();
    return answer;
  };
  const wrap = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, key): unknown {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function' || typeof key === 'symbol') return member;
        const method = member as Method;
        return (...given: unknown[]) => call(key, () => method.apply(target, given));
      },
    });
  return { parts: { ...parts, store: wrap(parts.store), service: wrap(parts.service) }, death: death.promise };
}

function toKilled(): AppError {
  return new AppError({ code: 'cancelled', message: 'The app was killed', outcome: 'unknown' });
}
