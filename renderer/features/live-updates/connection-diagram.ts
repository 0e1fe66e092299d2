/** The three stations that an incoming text passes, each with what is known of it. */
import type { LiveView, SyncStatusView } from '#shared/contract/index.ts';
import { live, tunnelState } from './messages.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import { isDiskState } from '#renderer/lib/link-state.ts';
import type { Message } from '#renderer/lib/messages.ts';
import { hasTunnel, toTunnelText } from './tunnel-text.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

export interface StationView {
  readonly id: 'service' | 'way' | 'here';
  readonly label: string;
  readonly text: string;
  /** `off`: not in use, or nothing known · `broken`: it should work and does not. */
  readonly tone: 'ok' | 'off' | 'broken';
}

interface ConnectionFacts {
  readonly view: LiveView;
  readonly link: LinkState;
  readonly status: SyncStatusView | null;
}

const LINKS: Readonly<Partial<Record<LinkState, { readonly tone: StationView['tone']; readonly message: Message }>>> = {
  slowed: { tone: 'ok', message: live.answersSlowly },
  troubled: { tone: 'broken', message: live.answersInPart },
  unauthorized: { tone: 'broken', message: live.refusesKey },
  keyless: { tone: 'off', message: live.refusesKey },
  starting: { tone: 'off', message: live.notAsked },
  lost: { tone: 'off', message: live.notAsked },
};

export function toStations(facts: ConnectionFacts, say: FormatContext): readonly StationView[] {
  return [toService(facts, say), toWay(facts.view, say), toHere(facts.view, say)];
}

/** A disk that takes nothing says nothing of the service. */
function toServiceLink({ link, status }: ConnectionFacts): LinkState {
  if (!isDiskState(link) || status === null) return link;
  return status.link === 'online' ? 'live' : status.link;
}

function toService(facts: ConnectionFacts, say: FormatContext): StationView {
  const [link, { status }] = [toServiceLink(facts), facts];
  const { texts, formats, now } = say;
  const station = { id: 'service', label: texts.text(live.service) } as const;
  const known = LINKS[link];
  if (known !== undefined) return { ...station, text: texts.text(known.message), tone: known.tone };
  const at = status?.lastSyncedAt ?? null;
  if (link === 'live' || link === 'catching-up') {
    const age = at === null ? null : formats.age(now - at);
    return {
      ...station,
      text: age === null ? texts.text(live.answers) : texts.text(live.answered, { age }),
      tone: 'ok',
    };
  }
  const text =
    at === null ? texts.text(live.noAnswer) : texts.text(live.noAnswerSince, { time: say.formats.moment(at, say.now) });
  return { ...station, text, tone: 'broken' };
}

function toWay(view: LiveView, say: FormatContext): StationView {
  const { isOn, isLocalService, publicUrl, lastTest } = view;
  const { texts } = say;
  if (hasTunnel(view)) return toTunnel(view, say);
  const isDirect = isLocalService && publicUrl === null;
  const station = { id: 'way', label: texts.text(isDirect ? live.directWay : live.publicAddress) } as const;
  if (!isOn) return { ...station, text: texts.text(live.wayNone), tone: 'off' };
  if (lastTest === null) return { ...station, text: texts.text(live.wayUntested), tone: 'off' };
  const when = say.formats.when(lastTest.at, say.now);
  if (!lastTest.arrived) return { ...station, text: texts.text(live.wayBroken, { when }), tone: 'broken' };
  const took = Math.round(lastTest.tookMs ?? 0);
  return { ...station, text: texts.text(live.wayTested, { when, took }), tone: 'ok' };
}

/** Its own state; once it stands, whether anything comes through it. */
function toTunnel({ isOn, tunnel, lastTest }: LiveView, say: FormatContext): StationView {
  const { texts } = say;
  const station = { id: 'way', label: texts.text(tunnelState.station) } as const;
  if (!isOn) return { ...station, text: texts.text(live.wayNone), tone: 'off' };
  const isBlocked = tunnel.state === 'up' && lastTest !== null && !lastTest.arrived && lastTest.at >= tunnel.since;
  if (isBlocked) {
    return {
      ...station,
      text: texts.text(live.wayBroken, { when: say.formats.when(lastTest.at, say.now) }),
      tone: 'broken',
    };
  }
  const tones = { up: 'ok', asking: 'off', starting: 'off', off: 'off', waiting: 'broken' } as const;
  return { ...station, text: toTunnelText(tunnel, say), tone: tones[tunnel.state] };
}

function toHere({ isOn, localUrl, places }: LiveView, say: FormatContext): StationView {
  const { texts } = say;
  const station = { id: 'here', label: texts.text(live.thisComputer) } as const;
  if (localUrl === null) return { ...station, text: texts.text(live.notListening), tone: isOn ? 'broken' : 'off' };
  const at = Math.max(...places.map(({ lastEventAt }) => lastEventAt ?? 0));
  if (at === 0) return { ...station, text: texts.text(live.noEvent), tone: 'ok' };
  return { ...station, text: texts.text(live.lastEvent, { when: say.formats.when(at, say.now) }), tone: 'ok' };
}
