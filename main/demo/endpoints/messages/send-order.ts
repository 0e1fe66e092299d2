import { planMessages } from '../../behaviour/outgoing.ts';
import type { PlannedMessage } from '../../behaviour/outgoing.ts';
import { resolveRecipients } from '../../behaviour/orders.ts';
import type { RecipientOptions } from '../../behaviour/orders.ts';
import type { Form } from '../../form.ts';
import { refuseWhole } from '../../refusal.ts';
import type { SendOrder } from '../../state/sending-model.ts';
import type { World } from '../../state/world.ts';
import type { Call } from '../call.ts';
import { parseRecipients } from './send-recipients.ts';

const MOST_PARTS = 6;
const MOST_RESOURCES = 2;

/** What a request asks to be sent, and to whom that goes as things are now. */
export interface ParsedOrder {
  readonly order: SendOrder;
  readonly planned: readonly PlannedMessage[];
}

export interface OrderOptions extends RecipientOptions {
  /** Nobody is left once the blocked ones are out: a price and a preview of nothing, but no send. */
  readonly mayReachNobody?: boolean;
}

/** The text itself, or that of the template which is used instead, whatever text comes with its id. */
function parseText({ templates }: World, form: Form): { text: string; templateId: number | null } {
  if (!form.has('templateId')) return { text: form.text('text'), templateId: null };
  const templateId = form.int('templateId', 0);
  const template = templates.find(templateId);
  if (template === undefined) form.reject('templateId', `Template ${templateId} not found.`);
  return { text: template?.content ?? '', templateId };
}

/** How it travels: `destination`, or the older switch `tts`. */
function parseDestination(form: Form): SendOrder['destination'] {
  const isSpoken = form.flag('tts', false);
  const asked = form.choice('destination', ['tts', 'mms', 'text', 'sms', 't', 's', 'm'], 't');
  if (asked === 'mms' || asked === 'm') return 'm';
  return isSpoken || asked === 'tts' || asked === 's' ? 's' : 't';
}

/** Files of an MMS: one or two that were uploaded. Other messages have none. */
function parseResources(world: World, form: Form, destination: SendOrder['destination']): string[] {
  const resources = form.list('resources');
  if (destination !== 'm') {
    if (resources.length > 0) form.reject('resources', 'Resources can be sent with the destination mms only.');
    return [];
  }
  if (resources.length === 0) form.reject('resources', 'An MMS needs at least one resource.');
  if (resources.length > MOST_RESOURCES) form.reject('resources', `At most ${MOST_RESOURCES} resources are allowed.`);
  for (const name of resources) {
    const isKnown = world.uploads.rows.some(({ resource }) => resource === name);
    if (!isKnown) form.reject('resources', `Resource ${name} not found.`);
  }
  return resources;
}

function parseMostParts(form: Form): number {
  const most = form.int('partsCount', MOST_PARTS);
  if (most < 1 || most > MOST_PARTS) form.reject('partsCount', `This value should be between 1 and ${MOST_PARTS}.`);
  return most;
}

function checkLength(form: Form, planned: readonly PlannedMessage[], { mostParts, templateId }: SendOrder): void {
  if (planned.every(({ fits }) => fits)) return;
  const needed = planned.reduce((most, { parts }) => Math.max(most, parts), 1);
  const field = templateId === null ? 'text' : 'templateId';
  form.reject(field, `The text is too long: ${needed} parts. The limit is ${mostParts}.`);
  form.check();
}

/**
 * Reads the send parameters of a body or a query, but for the time (schedule-times.ts), whatever the balance is.
 * @throws Refusal, a 400 that names every field that is wrong, also those that were rejected before
 */
export function parseOrder({ world }: Pick<Call, 'world'>, form: Form, options: OrderOptions = {}): ParsedOrder {
  const { text, templateId } = parseText(world, form);
  const destination = parseDestination(form);
  const order: SendOrder = {
    ...{ text, templateId, destination },
    ...parseRecipients(world, form),
    sender: form.text('from').trim(),
    referenceId: form.text('referenceId') || null,
    createChat: form.flag('createChat', false),
    resources: parseResources(world, form, destination),
    mostParts: parseMostParts(form),
    cutsExtra: form.flag('cutExtra', false),
  };
  form.check();
  if (text.trim() === '') throw refuseWhole('Either text or templateId must be given.');
  const everyone = resolveRecipients(world, order, { withBlocked: true });
  if (everyone.length === 0) throw refuseWhole('At least one recipient is required: phones, contacts or lists.');
  const phones = resolveRecipients(world, order, options);
  if (phones.length === 0 && options.mayReachNobody !== true) throw refuseWhole('All recipients are blocked.');
  const planned = planMessages(world, order, phones);
  checkLength(form, planned, order);
  return { order, planned };
}
