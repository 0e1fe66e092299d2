/** What look-ups found, in words. Pure. */
import type { CarrierLookupView, ContractError, EmailLookupView } from '#shared/contract/index.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { toSaidWords } from '#renderer/lib/problems.ts';
import { toContactProblem } from './contact-actions.ts';
import { toCountryName } from './contact-fields.ts';
import type { LookupKind } from './contact-lookups.svelte.ts';
import { lookups as words } from './messages.ts';

/** `currency`: of the cost; null: the account's. */
export interface LookupContext extends FormatContext {
  readonly currency: string | null;
}

const LINES: Readonly<Record<string, Message>> = {
  mobile: words.mobile,
  landline: words.landline,
  voip: words.voip,
};

/** `Vodafone, mobile, United Kingdom · checked 3 Nov, cost £0.005`. */
export function toCarrierText(found: CarrierLookupView, context: LookupContext): string {
  const { texts } = context;
  const facts = [
    ...(found.isValid ? [] : [texts.text(words.notValid)]),
    found.carrier ?? '',
    toWord(found.lineType, LINES, texts),
    found.country === null ? '' : toCountryName(found.country, texts),
  ];
  return toLine(facts, found, context);
}

/** What it means for texts; '' for nothing. */
export function toCarrierWarning({ isValid, lineType }: CarrierLookupView, texts: Translator): string {
  if (!isValid) return texts.text(words.warnNotValid);
  return lineType === 'landline' ? texts.text(words.warnLandline) : '';
}

const DELIVERABILITIES: Readonly<Record<string, Message>> = {
  deliverable: words.deliverable,
  undeliverable: words.undeliverable,
  unknown: words.unclear,
};
const RISKS: Readonly<Record<string, Message>> = {
  high: words.riskHigh,
  medium: words.riskMedium,
  low: words.riskLow,
};

/** `Deliverable, low risk · checked 3 Nov, cost £0.005`. */
export function toEmailText(found: EmailLookupView, context: LookupContext): string {
  const { texts } = context;
  const facts = [
    found.status === 'invalid' ? texts.text(words.invalid) : toWord(found.deliverability, DELIVERABILITIES, texts),
    found.risk === 'unknown' ? '' : toWord(found.risk, RISKS, texts),
    found.isDisposable ? texts.text(words.disposable) : '',
  ];
  return toLine(facts, found, context);
}

/** Why a look-up brought nothing. */
export function toLookupProblem(kind: LookupKind, problem: ContractError, texts: Translator): string {
  const isLost = problem.code === 'disconnected' || problem.fields['outcome']?.includes('unknown') === true;
  if (isLost) return texts.text(words.problemLost);
  const own: Readonly<Record<string, Message>> = {
    forbidden: words.problemForbidden,
    'not-found': kind === 'carrier' ? words.problemUnknownPhone : words.problemUnknownEmail,
  };
  const sentence = own[problem.code];
  if (sentence === undefined) return toContactProblem(problem, texts);
  const said = toSaidWords(problem);
  return said === '' ? texts.text(sentence) : `${texts.text(sentence)} ${said}`;
}

/** An open set: the service may know other words. */
function toWord(word: string | null, known: Readonly<Record<string, Message>>, texts: Translator): string {
  const message = word === null ? undefined : known[word];
  return message === undefined ? (word ?? '') : texts.text(message);
}

function toLine(
  facts: readonly string[],
  { cost, at }: { readonly cost: number | null; readonly at: number },
  { texts, formats, now, currency }: LookupContext,
): string {
  const known = facts.filter((fact) => fact !== '');
  const date = formats.date(at, now);
  const money = cost === null ? null : toMoney(cost, { formats, currency });
  return texts.text(words.facts, {
    facts: known.length === 0 ? texts.text(words.notKnown) : capitalize(formats.list(known, { isOpen: true })),
    checked:
      money === null ? texts.text(words.checked, { date }) : texts.text(words.checkedCost, { date, cost: money }),
  });
}

/** In the currency of the look-ups, or the account's. */
export function toMoney(amount: number, { formats, currency }: Pick<LookupContext, 'formats' | 'currency'>): string {
  return currency === null ? formats.money(amount) : formats.money(amount, currency);
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
