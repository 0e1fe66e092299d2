import { assert, constant, constantFrom, oneof, property, record, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DIRECTIONS,
  planRegistration,
  planRestoration,
  toOwnUrls,
  toPlaceState,
  toPlaceUrl,
} from '#main/webhooks/registration.ts';
import type { CallbackSettings } from '#shared/domain/account.ts';

const SECRETS = { in: 'inmine', out: 'outmine' };
const OLD_SECRETS = { in: 'inold', out: 'outold' };
const OWN_SECRETS = [...Object.values(SECRETS), ...Object.values(OLD_SECRETS)];
const OWN = toOwnUrls('https://desk.example', SECRETS);
const OTHER_IN = 'https://crm.example/in?key=7';
const OTHER_OUT = 'http://crm.example/out/';
const DESK_IN = 'https://else.example/p/switchboard/in/theirs';

const plan = (current: CallbackSettings, takeOver: readonly ('in' | 'out')[] = []) =>
  planRegistration({ current, own: OWN, ownSecrets: OWN_SECRETS, takeOver, former: null });

const settings = (inUrl: string | null, outUrl: string | null, format: CallbackSettings['format'] = 'multipart') => ({
  inUrl,
  outUrl,
  format,
});

describe('whose an address is', () => {
  it.each([
    [null, 'empty'],
    ['', 'empty'],
    [OWN.in, 'ours'],
    ['http://127.0.0.1:999/switchboard/in/inold', 'ours'],
    ['https://desk.example/prefix/switchboard/out/outmine?x=1', 'ours'],
    [DESK_IN, 'desk'],
    ['https://desk.example/switchboard/in/', 'other'],
    [OTHER_IN, 'other'],
    ['not an address', 'other'],
  ])('%s is %s', (url, state) => {
    expect(toPlaceState(url, OWN_SECRETS)).toBe(state);
  });
});

describe('the plan of a registration', () => {
  it('sets both where nobody is, in the format that is there', () => {
    expect(plan(settings(null, ''))).toEqual({
      kind: 'write',
      settings: settings(OWN.in, OWN.out),
      former: { in: null, out: '' },
    });
  });

  it('keeps what is as it may be', () => {
    expect(plan(settings(OWN.in, OWN.out))).toEqual({ kind: 'keep' });
    expect(plan(settings(OWN.in, OTHER_OUT))).toEqual({ kind: 'keep' });
    expect(plan(settings(DESK_IN, OTHER_OUT))).toEqual({ kind: 'keep' });
  });

  it('writes our address anew where it leads to a former place of ours', () => {
    const former = { in: OTHER_IN, out: null };
    const current = settings('http://127.0.0.1:999/switchboard/in/inold', OTHER_OUT);
    const planned = planRegistration({ current, own: OWN, ownSecrets: OWN_SECRETS, takeOver: [], former });
    expect(planned).toEqual({ kind: 'write', settings: settings(OWN.in, OTHER_OUT), former });
  });

  it('replaces another’s with a yes for that direction, and remembers it', () => {
    expect(plan(settings(DESK_IN, OTHER_OUT), ['in'])).toEqual({
      kind: 'write',
      settings: settings(OWN.in, OTHER_OUT),
      former: { in: DESK_IN, out: null },
    });
  });

  it('REGISTRATION-1: writes nothing where the format of others could not be written back', () => {
    expect(plan(settings(null, OTHER_OUT, 'unknown'))).toEqual({ kind: 'blocked' });
    expect(plan(settings(null, null, 'unknown'))).toMatchObject({ settings: { format: 'json' } });
  });

  it('REGISTRATION-3: touches nothing where somebody else came after us', () => {
    const former = { in: OTHER_IN, out: null };
    const restored = planRestoration({ current: settings(DESK_IN, OTHER_OUT), ownSecrets: OWN_SECRETS, former });
    expect(restored).toEqual({ kind: 'keep' });
  });

  it('REGISTRATION-1: gives nothing back where the format of others could not be written back', () => {
    const current = settings(OWN.in, OTHER_OUT, 'unknown');
    expect(planRestoration({ current, ownSecrets: OWN_SECRETS, former: null })).toEqual({ kind: 'blocked' });
  });
});

const foreign = constantFrom(OTHER_IN, OTHER_OUT, DESK_IN, 'x', 'https://crm.example/switchboard/');
const anyUrl = oneof(constant(null), constant(''), foreign);
const anySettings = record({
  inUrl: anyUrl,
  outUrl: anyUrl,
  format: constantFrom('json', 'urlencoded', 'multipart', 'unknown' as const),
});

describe('whatever is set at the service', () => {
  it('REGISTRATION-1, 2: another’s address and a known format change only with a yes', () => {
    assert(
      property(anySettings, subarray([...DIRECTIONS]), (current, takeOver) => {
        const planned = plan(current, takeOver);
        if (planned.kind !== 'write') return;
        for (const direction of DIRECTIONS) {
          const before = toPlaceUrl(current, direction);
          const isFree = before === null || before === '' || takeOver.includes(direction);
          expect(toPlaceUrl(planned.settings, direction)).toBe(isFree ? OWN[direction] : before);
        }
        if (current.format !== 'unknown') expect(planned.settings.format).toBe(current.format);
      }),
    );
  });

  it('REGISTRATION-3: putting back gives exactly what was, also after addresses of ours that moved meanwhile', () => {
    assert(
      property(anySettings, subarray([...DIRECTIONS]), subarray([...DIRECTIONS]), (before, first, second) => {
        const registered = plan(before, first);
        if (registered.kind !== 'write') return;
        const moved = planRegistration({
          current: registered.settings,
          own: toOwnUrls('https://other.example/prefix', OLD_SECRETS),
          ownSecrets: OWN_SECRETS,
          takeOver: second,
          former: registered.former,
        });
        if (moved.kind !== 'write') throw new Error('our addresses moved, so they are to be written');
        const { settings: current, former } = moved;
        const restored = planRestoration({ current, ownSecrets: OWN_SECRETS, former });
        if (restored.kind !== 'write') throw new Error('ours stand there, so they are to be taken away');
        expect(restored.settings).toEqual({
          ...before,
          format: before.format === 'unknown' ? 'json' : before.format,
        });
      }),
    );
  });
});
