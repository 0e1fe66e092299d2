/** What the user did to people while the service was away outlives the process, and leaves once and in order when it is back. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { makeFolder } from '#test/e2e/support/programs.ts';
import { startDemoInProcess } from '#test/support/demo-in-process.ts';
import { KilledApp, LONG, toRequestId } from './killed-app.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Requests that changed something, without the form of their path that only one shape has. */
function listWritten(demo: SteeredService): readonly string[] {
  return demo.seen
    .filter(({ method, status }) => method !== 'GET' && status > 0 && status < 400)
    .map(({ method, path }) => `${method} ${path.replace('/api/v2', '').replace('/normalized', '')}`);
}

describe.each(listShapes(['spec', 'sdk'], 'sdk'))(
  'changes of people that wait, of a service of the shape %s',
  (shapes) => {
    it('are there after a kill, and leave once each, those of a contact in the order made', async () => {
      const service = await startDemoInProcess({ seed: 3, chats: 6, messages: 40, contacts: 40, shapes });
      undo.push(() => service.stop());
      const folder = await makeFolder();
      undo.push(() => folder.remove());
      const app = new KilledApp(service, folder.path);
      undo.push(() => app.kill());
      const { world, faults } = service.demo;
      await app.start();
      const own = (await app.listOwnIds()).filter((id) => (world.contacts.find(id)?.listIds.length ?? 0) > 0);
      const [edited = 0, liked = 0, noted = 0, added = 0, taken = 0, gone = 0] = own;
      const flags = { isShared: false, isFavorite: false, isDefault: false };
      const create = async (name: string): Promise<number> =>
        (await app.client.get('lists.create', { requestId: toRequestId(), name, ...flags })).listId;
      const [goal, source] = [await create('Goal'), await create('Source')];
      const contact = world.contacts.find(taken);
      if (contact === undefined) throw new Error('The service has no such contact');
      contact.listIds = [...contact.listIds, source];
      world.contacts.touch();
      await app.client.get('sync.checkEverything', {});
      await vi.waitFor(async () => expect(await app.listMemberIds(source)).toEqual([taken]), LONG);
      const before = listWritten(service.demo).length;
      const count = world.contacts.rows.length;
      const wasLiked = world.contacts.find(liked)?.favorited ?? false;

      faults.set([{ kind: 'reset-before' }]);
      const of = (contactId: number) => ({ requestId: toRequestId(), contactId });
      await app.client.get('contacts.edit', { ...of(edited), field: 'company', value: 'Offline & Sons' });
      await app.client.get('contacts.edit', { ...of(liked), field: 'isFavorite', value: String(!wasLiked) });
      await app.client.get('notes.add', { ...of(noted), text: 'Written in a tunnel' });
      await app.client.get('contacts.edit', { ...of(noted), field: 'lastName', value: 'Afterwards' });
      await app.changeMembers(goal, [added], { isAdded: true, agreedCount: 0 });
      await app.changeMembers(source, [taken], { isAdded: false, agreedCount: 0 });
      await app.client.get('lists.edit', { requestId: toRequestId(), listId: goal, field: 'name', value: 'The goal' });
      await app.client.get('contacts.delete', { requestId: toRequestId(), contactIds: [gone] });
      const waiting = await app.client.get('contacts.listChanges', {});
      expect(waiting).toHaveLength(8);
      await app.kill();
      expect(listWritten(service.demo)).toHaveLength(before);
      await app.start();
      expect((await app.client.get('contacts.listChanges', {})).map(({ id }) => id)).toEqual(
        waiting.map(({ id }) => id),
      );
      expect(await app.client.get('contacts.get', { contactId: edited })).toMatchObject({ company: 'Offline & Sons' });
      expect(await app.client.get('contacts.get', { contactId: gone })).toBeNull();
      expect(await app.listMemberIds(goal)).toEqual([added]);

      faults.set([]);
      await vi.waitFor(async () => {
        await app.client.get('sync.tryNow', {});
        expect(await app.client.get('contacts.listChanges', {})).toEqual([]);
      }, LONG);
      const written = listWritten(service.demo).slice(before);
      expect(written.toSorted()).toEqual(
        [
          `PUT /contacts/${String(edited)}`,
          `PUT /contacts/${String(liked)}`,
          `POST /contacts/${String(noted)}/notes`,
          `PUT /contacts/${String(noted)}`,
          `PUT /lists/${String(goal)}/contacts`,
          `POST /lists/${String(source)}/contacts/delete`,
          `PUT /lists/${String(goal)}`,
          `DELETE /contacts/${String(gone)}`,
        ].toSorted(),
      );
      const toPlace = (request: string): number => written.indexOf(request);
      expect(toPlace(`POST /contacts/${String(noted)}/notes`)).toBeLessThan(toPlace(`PUT /contacts/${String(noted)}`));
      expect(world.contacts.find(edited)).toMatchObject({ company: 'Offline & Sons' });
      expect(world.contacts.find(liked)).toMatchObject({ favorited: !wasLiked });
      expect(world.contacts.find(noted)).toMatchObject({ lastName: 'Afterwards' });
      expect(world.contactNotes.rows.filter(({ note }) => note === 'Written in a tunnel')).toMatchObject([
        { contactId: noted },
      ]);
      expect(world.contacts.find(added)?.listIds).toContain(goal);
      expect(world.contacts.find(taken)?.listIds).not.toContain(source);
      expect(world.lists.find(goal)?.name).toBe('The goal');
      expect([world.contacts.find(gone), world.contacts.rows.length]).toEqual([undefined, count - 1]);
    });
  },
);
