import { describe, expect, it } from 'vitest';
import type { LiveView, TunnelChoice, TunnelFault, TunnelView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import {
  findChoiceErrors,
  planChoice,
  toChoiceFields,
  TunnelChoiceState,
} from '#renderer/features/live-updates/tunnel-choice.svelte.ts';
import {
  findHostKey,
  findProgramNotice,
  findTunnelFault,
  isFingerprint,
  toProgramName,
  toTunnelText,
} from '#renderer/features/live-updates/tunnel-text.ts';
import { findLiveProblem } from '#renderer/features/live-updates/live-text.ts';
import { toStations } from '#renderer/features/live-updates/connection-diagram.ts';
import { LiveState } from '#renderer/features/live-updates/live-state.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildSettings } from '#test/support/fake-settings.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 9, 45);
const say = { texts, formats, now };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const ssh: TunnelChoice = {
  kind: 'ssh',
  host: 'server.example.com',
  port: 22,
  user: 'desk',
  remotePort: 8080,
  publicUrl: 'https://quiet-heron.example',
  keyFile: null,
};
const command: TunnelChoice = { kind: 'command', program: 'cloudflared', commandLine: '', pattern: '' };
const up: TunnelView = { state: 'up', since: now, nextAttemptAt: null, fault: null };

function buildLive(choice: TunnelChoice, changes: Partial<TunnelView> = {}): LiveView {
  return { ...buildSettings().live, isOn: true, state: 'degraded', choice, tunnel: { ...up, ...changes } };
}
function withFault(choice: TunnelChoice, kind: TunnelFault['kind'], detail: string | null = null): LiveView {
  return buildLive(choice, { state: 'waiting', fault: { kind, detail, at: now - 5 * MINUTE_MS } });
}

describe('a program that waits for the user', () => {
  const commandLine = '/usr/local/bin/cloudflared tunnel';

  it.each([
    ['dialog', 'Allow this program in the dialog that Switchboard opened.'],
    ['terminal', 'Allow this program in the terminal where you started Switchboard.'],
  ] as const)('is said to be asked about in the %s, whole', (place, sentence) => {
    const view = buildLive(command, { state: 'asking', question: { place, commandLine } });
    expect(findProgramNotice(view, null, texts)).toEqual({ sentence, commandLine, act: 'cancel' });
  });

  it('can be asked about again where it was not allowed', () => {
    const view = {
      ...withFault(command, 'nobody-to-ask', commandLine),
      problem: { kind: 'tunnel', detail: null, at: now },
    } as const;
    const sentence = findLiveProblem(view, say);
    expect(sentence).toContain('set SWITCHBOARD_TUNNEL_COMMAND to this command');
    expect(findProgramNotice(view, sentence, texts)).toEqual({ sentence, commandLine, act: 'ask-again' });
    expect(findProgramNotice(withFault(command, 'ended'), sentence, texts)).toBeNull();
  });
});

describe('the state of the tunnel', () => {
  it.each([
    [{ since: now - 20_000 }, 'Up'],
    [{ since: now - 12 * MINUTE_MS }, 'Up 12 min'],
    [{ since: now - 3 * HOUR_MS - 12 * MINUTE_MS }, 'Up 3 h 12 min'],
    [{ since: now - 50 * HOUR_MS }, 'Up 2 d 2 h'],
    [{ state: 'starting' }, 'Starting'],
    [{ state: 'asking' }, 'Waiting for you'],
    [{ state: 'off' }, 'Not running'],
    [{ state: 'waiting', nextAttemptAt: now + 11_200 }, 'Trying again in 12 s'],
    [{ state: 'waiting', nextAttemptAt: now + 90_000 }, 'Trying again in 2 min'],
    [{ state: 'waiting', nextAttemptAt: now }, 'Trying again now'],
    [{ state: 'waiting', nextAttemptAt: null }, 'Stopped'],
  ] as const)('%j is said as %s', (changes, said) => {
    expect(toTunnelText({ ...up, ...changes }, say)).toBe(said);
  });

  it('stands at its station, and gives way to a test that did not come through it', () => {
    const station = (view: LiveView) => toStations({ view, link: 'live', status: null }, say)[1];
    const standing = buildLive(command, { since: now - HOUR_MS });
    expect(station(standing)).toMatchObject({ label: 'Tunnel', text: 'Up 1 h 0 min', tone: 'ok' });
    const lastTest = { at: now, arrived: false, tookMs: null };
    expect(station({ ...standing, lastTest })).toMatchObject({ text: 'Didn’t get through at 09:45', tone: 'broken' });
    const older = { ...lastTest, at: now - 2 * HOUR_MS };
    expect(station({ ...standing, lastTest: older })).toMatchObject({ tone: 'ok' });
    expect(station({ ...standing, isOn: false })).toMatchObject({ text: 'None', tone: 'off' });
    expect(station(buildLive(ssh, { state: 'waiting' }))).toMatchObject({ tone: 'broken' });
  });
});

describe('what is wrong with the tunnel', () => {
  const KINDS: readonly (readonly [TunnelChoice, TunnelFault['kind']])[] = [
    [command, 'not-found'],
    [command, 'not-started'],
    [command, 'ended'],
    [command, 'no-address'],
    [ssh, 'not-reached'],
    [ssh, 'host-key-unknown'],
    [ssh, 'host-key-changed'],
    [ssh, 'not-admitted'],
    [ssh, 'key-unreadable'],
    [ssh, 'key-encrypted'],
    [ssh, 'no-agent'],
    [ssh, 'forward-refused'],
  ];
  it('is said for each kind in words of its own, with what is kept, and nothing left to fill in', () => {
    const sentences = KINDS.map(([choice, kind]) =>
      findTunnelFault(withFault(choice, kind), { ...say, pace: 'once a minute' }),
    );
    expect(new Set(sentences).size).toBe(KINDS.length);
    for (const sentence of sentences) {
      expect(sentence).toContain('Nothing is lost. Meanwhile we check for new texts and results once a minute.');
      expect(sentence).not.toMatch(/[{}]/);
    }
  });

  it('quotes the last words of a program, and only of a program', () => {
    const problem = { kind: 'tunnel', detail: null, at: now } as const;
    const ended = { ...withFault(command, 'ended', ' no route '), problem };
    expect(findLiveProblem(ended, say)).toContain('cloudflared stopped at 09:40. It reported: “no route”');
    expect(findLiveProblem({ ...withFault(ssh, 'not-admitted', 'x'), problem }, say)).not.toContain('“');
    expect(findLiveProblem({ ...buildLive(command), problem }, say)).toContain('The tunnel is down.');
  });

  it('names another program by its file', () => {
    const other = (commandLine: string) => toProgramName({ ...command, program: 'other', commandLine }, texts);
    expect(other('/opt/tools/bore local {port}')).toBe('bore');
    expect(other('"C:\\Program Files\\Bore\\bore.exe" local')).toBe('bore.exe');
    expect(other(' ')).toBe('Another program');
  });
});

describe('the key of a server', () => {
  it('is asked about where it is not known, and told apart from one that changed', () => {
    expect(findHostKey(withFault(ssh, 'host-key-unknown', 'SHA256:new'))).toEqual({
      host: 'server.example.com',
      fingerprint: 'SHA256:new',
      hasChanged: false,
      trusted: null,
    });
    expect(findHostKey(withFault(ssh, 'host-key-changed', 'SHA256:new'))).toMatchObject({ hasChanged: true });
    expect(findHostKey(withFault(ssh, 'not-reached'))).toBeNull();
    expect(findHostKey({ ...withFault(ssh, 'host-key-unknown', 'SHA256:new'), isOn: false })).toBeNull();
  });

  it('is recognised in what the server prints, and in nothing else', () => {
    expect(isFingerprint('SHA256:abc', 'SHA256:abc')).toBe(true);
    expect(isFingerprint(' abc ', 'SHA256:abc')).toBe(true);
    expect(isFingerprint('256 SHA256:abc root@server (ED25519)', 'SHA256:abc')).toBe(true);
    expect(isFingerprint('SHA256:abC', 'SHA256:abc')).toBe(false);
    expect(isFingerprint('SHA256:ab', 'SHA256:abc')).toBe(false);
    expect(isFingerprint('', 'SHA256:abc')).toBe(false);
    expect(isFingerprint('SHA256:', 'SHA256:')).toBe(false);
  });
});

describe('the form of the choice', () => {
  it.each([
    { kind: 'none' },
    { kind: 'manual', publicUrl: 'https://a.example' },
    command,
    ssh,
    { ...ssh, keyFile: '/k' },
  ])('gives back the choice that it was made of: %j', (choice) => {
    expect(planChoice(toChoiceFields(choice as TunnelChoice))).toEqual({ choice, errors: null });
  });

  it('says what is missing, field by field, before anybody is asked', () => {
    const empty = {
      ...toChoiceFields({ kind: 'none' }),
      kind: 'ssh',
      port: '0',
      remotePort: 'a',
      usesAgent: false,
    } as const;
    expect(Object.keys(planChoice(empty).errors ?? {})).toEqual([
      'publicUrl',
      'host',
      'user',
      'port',
      'remotePort',
      'keyFile',
    ]);
    const other = { ...toChoiceFields(command), program: 'other' } as const;
    expect(Object.keys(planChoice(other).errors ?? {})).toEqual(['commandLine']);
  });

  it('puts what main says under its field, and blames no field for anything else', () => {
    const fields = { publicUrl: ['https-required'], keyFile: ['a word of tomorrow'], unknown: ['x'] };
    const errors = findChoiceErrors({ ...toProblem('validation'), fields });
    expect(texts.text(errors?.publicUrl ?? { forms: '' })).toContain('https://');
    expect(texts.text(errors?.keyFile ?? { forms: '' })).toBe('Not found.');
    expect(Object.keys(errors ?? {})).toEqual(['publicUrl', 'keyFile']);
    expect(findChoiceErrors(toProblem('offline'))).toBeNull();
    expect(findChoiceErrors(toProblem('validation'))).toBeNull();
  });

  it('keeps what was typed for another way, and forgets what was said about a field that changes', async () => {
    const bridge = new FakeBridge();
    const part = new LiveState(bridge);
    const form = new TunnelChoiceState(part, bridge.settings.live);
    form.set({ kind: 'manual', publicUrl: 'https://a.example' });
    bridge.fail('live.turnOn', { ...toProblem('validation'), fields: { publicUrl: ['not-an-address'] } });
    expect(await form.apply()).toEqual({ kind: 'wrong', first: 'publicUrl' });
    expect(form.errors.publicUrl).toBeDefined();
    form.set({ publicUrl: 'https://b.example' });
    expect(form.errors).toEqual({});
    form.set({ kind: 'command' });
    form.set({ kind: 'manual' });
    expect(form.fields.publicUrl).toBe('https://b.example');
    bridge.fail('live.turnOn', toProblem('offline'));
    expect(await form.apply()).toMatchObject({ kind: 'failed', problem: { code: 'offline' } });
    part.dispose();
  });
});
