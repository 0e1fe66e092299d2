import type { Form } from '../../form.ts';
import type { Reply } from '../../http.ts';
import { parsePaging, sliceFromEnd, toPageReply } from '../../paging.ts';
import type { Template } from '../../state/sending-model.ts';
import { toDateTime } from '../../wire/view.ts';
import { getChosen } from '../bulk.ts';
import { done, ok, toLink } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

const LONGEST_NAME = 255;
const LONGEST_CONTENT = 5_000;

function toTemplate({ id, name, content, lastModified }: Template) {
  return { id, name, content, lastModified: toDateTime(lastModified) };
}

function toTemplatesReply(query: Form, templates: readonly Template[]): Reply {
  const paging = parsePaging(query);
  query.check();
  const { rows, total } = sliceFromEnd(templates, paging);
  return toPageReply({ paging, total, resources: rows.map(toTemplate) });
}

function searchTemplates({ world, query }: Call): Reply {
  const ids = new Set(query.ids('ids'));
  const name = query.text('name').trim().toLowerCase();
  const content = query.text('content').trim().toLowerCase();
  const found = world.templates.rows.filter(
    (one) =>
      (ids.size === 0 || ids.has(one.id)) &&
      one.name.toLowerCase().includes(name) &&
      one.content.toLowerCase().includes(content),
  );
  return toTemplatesReply(query, found);
}

function parseWords(form: Form, field: 'name' | 'content', longest: number): string {
  const text = form.required(field);
  if (text.length > longest) {
    form.reject(field, `This value is too long. It should have ${longest} characters or less.`);
  }
  return text;
}

function parseTemplate({ body }: Call): Pick<Template, 'name' | 'content'> {
  const name = parseWords(body, 'name', LONGEST_NAME).trim();
  const content = parseWords(body, 'content', LONGEST_CONTENT);
  body.check();
  return { name, content };
}

function createTemplate(call: Call): Reply {
  const { world, nowAt } = call;
  const id = world.templates.nextId();
  world.templates.append({ id, ...parseTemplate(call), lastModified: nowAt });
  world.changed();
  return toLink(id, 'templates');
}

function updateTemplate(call: Call): Reply {
  const { world, nowAt } = call;
  const template = getRow(world.templates, call);
  Object.assign(template, parseTemplate(call), { lastModified: nowAt });
  world.templates.touch();
  world.changed();
  return toLink(template.id, 'templates');
}

function deleteTemplate(call: Call): Reply {
  const { world } = call;
  world.templates.remove(getRow(world.templates, call).id);
  world.changed();
  return done();
}

/** Those of `ids` that exist, or all; a 404 when none of them does. */
function deleteTemplates(call: Call): Reply {
  const { world } = call;
  const chosen = getChosen(call, world.templates, () => world.templates.rows);
  world.templates.removeAll(new Set(chosen.map(({ id }) => id)));
  world.changed();
  return done();
}

const path = '/templates';
const one = '/templates/{id}';
const group = 'templates';

export const templateRows: readonly Row[] = [
  { method: 'GET', path, group, handle: ({ query, world }) => toTemplatesReply(query, world.templates.rows) },
  { method: 'GET', path: '/templates/search', group, handle: searchTemplates },
  { method: 'GET', path: one, group, handle: (call) => ok(toTemplate(getRow(call.world.templates, call))) },
  { method: 'POST', path, group, handle: createTemplate },
  { method: 'PUT', path: one, group, handle: updateTemplate },
  { method: 'DELETE', path: one, group, handle: deleteTemplate },
  { method: 'POST', path: '/templates/delete', group, handle: deleteTemplates },
];
