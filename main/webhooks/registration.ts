/**
 * Which addresses the service is to tell of news, decided without acting.
 *
 * REGISTRATION-1 what somebody else set is written back exactly as it was read, unless a person said yes to replacing it.
 * REGISTRATION-2 the format of callbacks is never changed where it is known: others read them too.
 * REGISTRATION-3 putting back touches only what is still ours, and gives back what ours replaced.
 */
import type { CallbackFormat, CallbackSettings } from '#shared/domain/account.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';

export type PerDirection<Value> = { readonly [Direction in CallbackDirection]: Value };

export const DIRECTIONS: readonly CallbackDirection[] = ['in', 'out'];

/** `desk`: another Switchboard of this account · `other`: somebody else's system. */
export type PlaceState = 'empty' | 'ours' | 'desk' | 'other';

/** All three values that the service takes at once. */
export type WritableSettings = CallbackSettings & { readonly format: CallbackFormat };

export type RegistrationPlan =
  /** As it is, it is as good as it may become. */
  | { readonly kind: 'keep' }
  /** Something would have to be lost for it: the format of others cannot be read, so that it could not be written back. */
  | { readonly kind: 'blocked' }
  | {
      readonly kind: 'write';
      readonly settings: WritableSettings;
      /** What ours then stands in the place of, to be kept on the disk first. */
      readonly former: PerDirection<string | null>;
    };

export type RestorationPlan =
  { readonly kind: 'keep' | 'blocked' } | { readonly kind: 'write'; readonly settings: WritableSettings };

const OUR_PATH = /\/switchboard\/(?:in|out)\/([^/?#]+)/;
const FIELDS = { in: 'inUrl', out: 'outUrl' } as const;

/** Path of the receiver for one direction. */
export function toCallbackPath(direction: CallbackDirection, secret: string): string {
  return `/switchboard/${direction}/${secret}`;
}

/** The addresses as the service has to know them; `root` is what forwards to the receiver, without a slash at its end. */
export function toOwnUrls(root: string, secrets: PerDirection<string>): PerDirection<string> {
  return {
    in: `${root}${toCallbackPath('in', secrets.in)}`,
    out: `${root}${toCallbackPath('out', secrets.out)}`,
  };
}

export function toPlaceUrl(settings: CallbackSettings, direction: CallbackDirection): string | null {
  return settings[FIELDS[direction]];
}

/**
 * Whose an address is. Ours is what ends in a secret of ours, wherever it leads: nobody else knows it, and the place that
 * forwards here may have been another one before.
 */
export function toPlaceState(url: string | null, ownSecrets: readonly string[]): PlaceState {
  if (url === null || url === '') return 'empty';
  const secret = OUR_PATH.exec(url)?.[1];
  if (secret === undefined) return 'other';
  return ownSecrets.includes(secret) ? 'ours' : 'desk';
}

/** Sets `own` where nobody's address is or ours, and where `takeOver` says so; the rest stays as it is. */
export function planRegistration(input: {
  readonly current: CallbackSettings;
  readonly own: PerDirection<string>;
  /** Those of `own`, and older ones that may still stand somewhere. */
  readonly ownSecrets: readonly string[];
  readonly takeOver: readonly CallbackDirection[];
  readonly former: PerDirection<string | null> | null;
}): RegistrationPlan {
  const { current, own, ownSecrets, takeOver } = input;
  const place = (direction: CallbackDirection) => {
    const url = toPlaceUrl(current, direction);
    const state = toPlaceState(url, ownSecrets);
    const isTaken = state === 'empty' || state === 'ours' || takeOver.includes(direction);
    // Where another is left alone, ours may come back: another desk that replaced it gives it back when it leaves.
    const former = isTaken && state !== 'ours' ? url : (input.former?.[direction] ?? null);
    return { url: isTaken ? own[direction] : url, former, isForeign: state === 'desk' || state === 'other' };
  };
  const places = { in: place('in'), out: place('out') };
  const settings = { outUrl: places.out.url, inUrl: places.in.url };
  if (settings.outUrl === current.outUrl && settings.inUrl === current.inUrl) return { kind: 'keep' };
  const isShared = places.in.isForeign || places.out.isForeign;
  if (current.format === 'unknown' && isShared) return { kind: 'blocked' };
  const former = { in: places.in.former, out: places.out.former };
  return { kind: 'write', settings: { ...settings, format: toFormat(current) }, former };
}

/** Gives back what ours replaced, where ours still stands: in both directions, or `only` in some. */
export function planRestoration(input: {
  readonly current: CallbackSettings;
  readonly ownSecrets: readonly string[];
  readonly former: PerDirection<string | null> | null;
  readonly only?: readonly CallbackDirection[];
}): RestorationPlan {
  const { current, ownSecrets, only = DIRECTIONS } = input;
  const isOurs = (direction: CallbackDirection): boolean =>
    toPlaceState(toPlaceUrl(current, direction), ownSecrets) === 'ours';
  const restore = (direction: CallbackDirection): string | null =>
    only.includes(direction) && isOurs(direction)
      ? (input.former?.[direction] ?? null)
      : toPlaceUrl(current, direction);
  if (!only.some(isOurs)) return { kind: 'keep' };
  const settings = { outUrl: restore('out'), inUrl: restore('in') };
  const isShared = DIRECTIONS.some((direction) => !isOurs(direction) && (toPlaceUrl(current, direction) ?? '') !== '');
  if (current.format === 'unknown' && isShared) return { kind: 'blocked' };
  return { kind: 'write', settings: { ...settings, format: toFormat(current) } };
}

/** Where no format can be read and nobody else reads callbacks, the one of the specification. */
function toFormat({ format }: CallbackSettings): CallbackFormat {
  return format === 'unknown' ? 'json' : format;
}
