import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatMarkSchema, chatShelfSchema, type ContactScope } from '#shared/contract/index.ts';
import {
  IMPORT_STEPS,
  OPEN_LIST,
  parseRoute,
  printRoute,
  SETTINGS_PAGES,
  STARTS,
  type ListRoute,
  type Route,
} from '#renderer/app/routes.ts';
import { SCOPE_NAMES } from '#renderer/data/scopes.ts';

const text = fc.string({ minLength: 1, unit: 'grapheme' });
const chatId = fc.integer().filter((id) => id !== 0);
const list: fc.Arbitrary<ListRoute> = fc.oneof(
  fc.record({ kind: fc.constant('usual' as const), name: fc.constantFrom(...SCOPE_NAMES) }),
  fc.record({ kind: fc.constant('view' as const), viewId: text }),
  fc.record({
    kind: fc.constant('filter' as const),
    scope: fc.record({
      shelf: fc.constantFrom(...chatShelfSchema.options),
      marks: fc.uniqueArray(fc.constantFrom(...chatMarkSchema.options)),
      listId: fc.option(chatId),
    }),
  }),
);
const scope: fc.Arbitrary<ContactScope> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('all' as const, 'favorites' as const, 'blocked' as const, 'unsubscribed' as const),
  }),
  fc.record({ kind: fc.constant('list' as const), listId: chatId }),
  fc.record({ kind: fc.constant('field' as const), fieldId: chatId }),
);
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ kind: fc.constant('contacts' as const), scope, contactId: fc.option(chatId) }),
  fc.record({ kind: fc.constantFrom('inbox' as const, 'new-message' as const), list }),
  fc.record({ kind: fc.constant('chat' as const), list, chatId }),
  fc.record({ kind: fc.constant('message' as const), list, chatId, key: text }),
  fc.record({ kind: fc.constant('import' as const), importId: chatId }),
  fc.record({ kind: fc.constant('import' as const), importId: fc.constant(null) }),
  fc.record({
    ...{ kind: fc.constant('import' as const), importId: fc.constant(null), step: fc.constantFrom(...IMPORT_STEPS) },
  }),
  fc.record({ kind: fc.constant('settings' as const), page: fc.option(fc.constantFrom(...SETTINGS_PAGES)) }),
  fc.record({ kind: fc.constant('ledger-entry' as const), sendId: text }),
);

describe('the address of a place', () => {
  it('leads back to the place that it was written for', () => {
    fc.assert(fc.property(route, (place) => void expect(parseRoute(printRoute(place))).toEqual(place)));
  });

  it.each([
    [STARTS.inbox, '#/inbox'],
    [{ kind: 'inbox', list: { kind: 'usual', name: 'unread' } }, '#/inbox/unread'],
    [{ kind: 'chat', list: OPEN_LIST, chatId: 12 }, '#/inbox/chat/12'],
    [{ kind: 'message', list: OPEN_LIST, chatId: 12, key: 'in:7' }, '#/inbox/chat/12/message/in%3A7'],
    [{ kind: 'new-message', list: { kind: 'view', viewId: 'a b' } }, '#/inbox/view/a%20b/new'],
    [
      { kind: 'inbox', list: { kind: 'filter', scope: { shelf: 'any', marks: ['unread', 'muted'], listId: 4 } } },
      '#/inbox/filter/any/unread.muted/4',
    ],
    [STARTS.contacts, '#/contacts'],
    [STARTS.import, '#/import'],
    [{ kind: 'import', importId: 12 }, '#/import/12'],
    [{ kind: 'import', importId: null, step: 'rows' }, '#/import/rows'],
    [{ kind: 'contacts', scope: { kind: 'favorites' }, contactId: null }, '#/contacts/favorites'],
    [{ kind: 'contacts', scope: { kind: 'list', listId: 5 }, contactId: 12 }, '#/contacts/list/5/person/12'],
    [{ kind: 'contacts', scope: { kind: 'all' }, contactId: 12 }, '#/contacts/person/12'],
    [STARTS.settings, '#/settings'],
    [{ kind: 'settings', page: 'data' }, '#/settings/data'],
    [{ kind: 'ledger-entry', sendId: 's1' }, '#/settings/ledger/s1'],
  ] satisfies [Route, string][])('is %o as %s', (place, address) => {
    expect(printRoute(place)).toBe(address);
  });

  it.each([
    '',
    '#/contacts/list',
    '#/contacts/list/x',
    '#/contacts/person',
    '#/contacts/blocked/person/1/2',
    '#/contacts/others',
    '#/import/x',
    '#/import/0',
    '#/import/rows/1',
    '#',
    '#/',
    '#inbox',
    '#/elsewhere',
    '#/inbox/nothing',
    '#/inbox/chat',
    '#/inbox/chat/0',
    '#/inbox/chat/12x',
    '#/inbox/chat/9007199254740993',
    '#/inbox/chat/12/message',
    '#/inbox/chat/12/message/',
    '#/inbox/chat/12/message/a/b',
    '#/inbox/new/more',
    '#/inbox/view/',
    '#/inbox/filter/open/unread,muted/-',
    '#/inbox/filter/attic/-/-',
    '#/settings/attic',
    '#/settings/data/more',
    '#/inbox/chat/%E0%A4%A',
  ])('that is unknown, as %s, leads to the inbox', (address) => {
    expect(parseRoute(address)).toEqual(STARTS.inbox);
  });

  it('of anything at all leads somewhere', () => {
    fc.assert(fc.property(fc.string(), (tail) => void expect(parseRoute(`#/${tail}`).kind).toBeTypeOf('string')));
  });
});
