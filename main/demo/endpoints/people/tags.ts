import type { Reply } from '../../http.ts';
import type { Call, Row } from '../call.ts';

const LONGEST = 50;

function createTag({ world, body }: Call): Reply {
  const title = body.required('title').trim();
  if ([...title].length > LONGEST) {
    body.reject('title', 'This value is too long. It should have 50 characters or less.');
  }
  const isTaken = world.tags.rows.some((tag) => tag.title.toLowerCase() === title.toLowerCase());
  if (isTaken) body.reject('title', 'A tag with this title already exists.');
  body.check();
  const { id } = world.tags.append({ id: world.tags.nextId(), title });
  world.changed();
  return { status: 201, body: { id, title } };
}

export const tagRows: readonly Row[] = [{ method: 'POST', path: '/tags', group: 'tags', handle: createTag }];
