import { describe, expect, it } from 'vitest';
import type { LiveView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import {
  toEventRow,
  findElsewhere,
  findLiveProblem,
  findRefusedHosts,
  findTestLine,
  mustPaste,
  toMaskedUrl,
  toPace,
  toPaceLine,
  toAddressRow,
  toStateChip,
} from '#renderer/features/live-updates/live-text.ts';
import { toStations } from '#renderer/features/live-updates/connection-diagram.ts';
import { buildSettings } from '#test/support/fake-settings.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 9, 45);
const MINUTE_MS = 60_000;
const say = { texts, formats, now };

type Place = LiveView['places'][number];

function buildLive(changes: Partial<LiveView> = {}, place: Partial<Place> = {}): LiveView {
  const { live } = buildSettings();
  const places = live.places.map((one) => ({
    ...one,
    ownUrl: `https://quiet-heron.example/switchboard/${one.direction}/6mzq27`,
    state: 'ours' as const,
    host: 'quiet-heron.example',
    ...place,
  }));
  return { ...live, state: 'live', isOn: true, localUrl: 'http://127.0.0.1:48213', places, ...changes };
}
function rowOf(view: LiveView) {
  const [place] = view.places;
  if (place === undefined) throw new Error('no place');
  return toAddressRow(view, place, say);
}
function elsewhereOf(view: LiveView) {
  const [place] = view.places;
  if (place === undefined) throw new Error('no place');
  return findElsewhere(view, place, texts);
}

describe('an address', () => {
  it('never shows its secret end', () => {
    expect(toMaskedUrl('https://a.example/p/switchboard/in/6mzq27')).toBe('https://a.example/p/switchboard/in/••••');
    expect(JSON.stringify(rowOf(buildLive()))).not.toContain('6mzq27');
  });

  it.each([
    [{ lastTest: { at: now - MINUTE_MS, arrived: true, tookMs: 84 } }, {}, 'Tested at 09:44', 'ok'],
    [{ lastTest: { at: now - MINUTE_MS, arrived: false, tookMs: null } }, {}, 'Not reached', 'caution'],
    [{ lastTest: null }, {}, 'Set, not tested', 'plain'],
    [{}, { state: 'other' }, 'Used by another system', 'caution'],
    [{}, { state: 'desk' }, 'Another Switchboard', 'caution'],
    [{}, { state: 'empty' }, 'Not set', 'plain'],
    [{}, { state: 'unknown' }, 'Unknown', 'plain'],
  ] as const)('says how it stands: %j %j', (changes, place, text, tone) => {
    expect(rowOf(buildLive(changes, place)).chip).toEqual({ text, tone });
  });

  it('says what turning off puts back, and where news goes while this is off', () => {
    expect(rowOf(buildLive({}, { formerUrl: 'https://crm.example/hook?k=1' })).note).toBe(
      'Turning this off switches back to crm.example',
    );
    const off = buildLive({ isOn: false }, { ownUrl: null, state: 'other', host: 'crm.example' });
    expect(rowOf(off).note).toBe('Sent to crm.example');
    expect(elsewhereOf(off)).toBeNull();
  });
});

describe('somebody else’s address', () => {
  it('is named, with what is done instead and how often', () => {
    const view = buildLive({ state: 'polling', pollSeconds: 20 }, { state: 'other', host: 'crm.example' });
    expect(elsewhereOf(view)).toMatchObject({
      host: 'crm.example',
      isDesk: false,
      sentence: {
        before: 'Incoming texts go to ',
        part: 'crm.example',
        after: '. We left that as it is and check for texts every 20 seconds instead.',
      },
    });
  });

  it('of another Switchboard is told apart', () => {
    expect(elsewhereOf(buildLive({}, { state: 'desk', host: 'desk.example' }))).toMatchObject({ isDesk: true });
  });

  it('beside one of ours is live in part, unless something is wrong', () => {
    const [mine, theirs] = buildLive().places;
    if (mine === undefined || theirs === undefined) throw new Error('no places');
    const shared = buildLive({ state: 'degraded', places: [mine, { ...theirs, state: 'other', host: 'crm.example' }] });
    expect(toStateChip(shared, texts).text).toBe('Partly working');
    const problem = { kind: 'not-reached', detail: null, at: now } as const;
    expect(toStateChip({ ...shared, problem }, texts).text).toBe('Not working yet');
  });
});

describe('the pace of asking', () => {
  it.each([
    [1, 'every second'],
    [20, 'every 20 seconds'],
    [60, 'once a minute'],
    [90, 'every 90 seconds'],
    [300, 'every 5 minutes'],
  ])('of %d seconds', (pollSeconds, said) => {
    expect(toPace({ pollSeconds }, texts)).toBe(said);
  });

  it('tells what happens while this is off, on, and on without events', () => {
    expect(toPaceLine(buildLive({ isOn: false, isLocalService: true }), texts)).toBe(
      'The service runs on this computer, so no public address is needed. We check for new texts and results every 20 seconds',
    );
    expect(toPaceLine(buildLive(), texts)).toContain('in case a live update gets lost');
    expect(toPaceLine(buildLive({ state: 'degraded' }), texts)).toContain('Until live updates arrive');
    expect(toPaceLine(buildLive({ state: 'polling' }, { state: 'desk' }), texts)).toContain('doesn’t get every event');
  });
});

describe('a problem', () => {
  const sentenceOf = (kind: NonNullable<LiveView['problem']>['kind'], detail: string | null = null) =>
    findLiveProblem(buildLive({ problem: { kind, detail, at: now - 5 * MINUTE_MS } }), say);

  it('is said with its time, and with what to do', () => {
    expect(sentenceOf('port-taken', '48000')).toBe(
      'Another program is using port 48000, so this computer now listens at http://127.0.0.1:48213. Forward the public address there.',
    );
    expect(sentenceOf('not-reached')).toContain('The test event at 09:40 didn’t come back');
    expect(sentenceOf('not-listening')).toContain('check every 20 seconds until then');
    expect(sentenceOf('missed')).toContain('nothing is missing');
    expect(findLiveProblem(buildLive(), say)).toBeNull();
  });

  it('quotes the service, and invents no reason where it gave none', () => {
    expect(sentenceOf('refused', ' URL is down ')).toContain('It says: “URL is down”');
    expect(sentenceOf('refused')).toBe('The service didn’t accept the addresses at 09:40. Nothing changed there.');
    expect(sentenceOf('not-restored')).toContain('We’ll keep trying');
  });

  it('names the day where that is not today', () => {
    const at = now - 24 * 60 * MINUTE_MS;
    const words = (['not-reached', 'refused', 'not-restored', 'missed'] as const).map((kind) =>
      findLiveProblem(buildLive({ problem: { kind, detail: null, at } }), say),
    );
    for (const sentence of words) expect(sentence).toContain(' on Thu 19 Nov at 09:45');
    const tested = buildLive({ lastTest: { at, arrived: true, tookMs: 84 } }, { lastEventAt: at });
    const stations = toStations({ view: tested, link: 'live', status: null }, say);
    expect(stations.map(({ text }) => text).slice(1)).toEqual([
      'Tested on Thu 19 Nov at 09:45, 84 ms',
      'Last event on Thu 19 Nov at 09:45',
    ]);
  });

  it('names who is in the way of what is to be put back, and that events still come here', () => {
    const hosts = ['crm.example', 'helpdesk.example'];
    const problem = { kind: 'not-restored' as const, detail: 'Not reachable.', hosts, at: now };
    const sentence = findLiveProblem(buildLive({ isOn: false, state: 'off', problem }), say);
    expect(sentence).toContain('crm.example and helpdesk.example');
    expect(sentence).toContain('still come to this computer');
    expect(findRefusedHosts(buildLive({ problem }), texts)).toBe('crm.example and helpdesk.example');
    expect(findRefusedHosts(buildLive({ problem: { ...problem, hosts: [] } }), texts)).toBeNull();
    expect(findRefusedHosts(buildLive(), texts)).toBeNull();
  });

  it('says that nothing is set, or put back, beside a format that cannot be read', () => {
    const problem = { kind: 'format-unknown' as const, detail: null, at: now };
    expect(findLiveProblem(buildLive({ problem }), say)).toContain('We haven’t changed anything');
    expect(findLiveProblem(buildLive({ isOn: false, problem }), say)).toContain(
      'we can’t restore the previous addresses yet',
    );
  });
});

describe('addresses to paste', () => {
  it('are given where the service does not let them be set, once there are any', () => {
    expect(mustPaste(buildLive({ settings: 'absent' }))).toBe(true);
    expect(mustPaste(buildLive({ settings: 'forbidden' }))).toBe(true);
    expect(mustPaste(buildLive({ settings: 'there' }))).toBe(false);
    expect(mustPaste(buildLive({ settings: 'absent' }, { ownUrl: null }))).toBe(false);
  });
});

describe('the three stations', () => {
  const tonesOf = (view: LiveView, link: Parameters<typeof toStations>[0]['link'] = 'live') =>
    toStations({ view, link, status: null }, say).map(({ text, tone }) => [text, tone]);

  it('say what is known and nothing more', () => {
    expect(tonesOf(buildLive())).toEqual([
      ['Responding', 'ok'],
      ['Not tested yet', 'off'],
      ['No event yet', 'ok'],
    ]);
    const tested = buildLive({ lastTest: { at: now, arrived: true, tookMs: 84.4 } }, { lastEventAt: now - MINUTE_MS });
    expect(tonesOf(tested).slice(1)).toEqual([
      ['Tested at 09:45, 84 ms', 'ok'],
      ['Last event at 09:44', 'ok'],
    ]);
  });

  it('say where the way is broken', () => {
    const view = buildLive({ localUrl: null, lastTest: { at: now, arrived: false, tookMs: null } });
    expect(tonesOf(view, 'offline')).toEqual([
      ['No answer', 'broken'],
      ['Didn’t get through at 09:45', 'broken'],
      ['Not listening', 'broken'],
    ]);
    expect(tonesOf(buildLive({ isOn: false, localUrl: null }), 'keyless').map(([, tone]) => tone)).toEqual([
      'off',
      'off',
      'off',
    ]);
  });
});

describe('the result of a test', () => {
  it('is said with its time and how long it took', () => {
    const lastTest = { at: now, arrived: true, tookMs: 84 };
    expect(findTestLine({ lastTest }, say)).toBe('The test event at 09:45 arrived after 84 ms.');
    expect(findTestLine({ lastTest: { ...lastTest, arrived: false, tookMs: null } }, say)).toContain('didn’t arrive');
    expect(findTestLine({ lastTest: null }, say)).toBeNull();
  });
});

describe('a line of the event log', () => {
  const event = {
    seq: 1,
    direction: 'out',
    messageId: 901_562,
    letter: 'd',
    receivedAt: now,
    state: 'confirmed',
    settledAt: now + 1_200,
    times: 2,
  } as const;

  it('says kind, number, mark, time and what came of it', () => {
    expect(toEventRow(event, say)).toEqual({
      seq: 1,
      kind: 'Delivery result',
      id: '901562',
      mark: 'Delivered',
      received: '09:45',
      state: 'Confirmed after 1 second',
      tone: 'ok',
      times: '2',
    });
  });

  it('tells what nobody confirmed', () => {
    const open = { ...event, direction: 'in', letter: null, settledAt: null } as const;
    expect(toEventRow({ ...open, state: 'waiting' }, say)).toMatchObject({
      mark: 'None',
      state: 'Waiting for confirmation',
    });
    expect(toEventRow({ ...open, state: 'refuted' }, say).state).toBe('Unknown to the service');
  });
});
