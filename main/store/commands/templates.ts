/** Templates of this computer, and what it keeps beside those of the service: shortcut, fallbacks, how often they were used. */
import { toInsert } from '../rows/sql.ts';
import { toOwnTemplateColumns } from '../rows/template-row.ts';
import type { OwnedCommand, OwnedOutcome, WriteContext } from './command.ts';

const TEMPLATE_COLUMNS = ['id', 'name', 'content', 'modified_at'];
const SAVE_TEMPLATE = `${toInsert('own_templates', TEMPLATE_COLUMNS)} ON CONFLICT (id) DO UPDATE SET
  name = excluded.name, content = excluded.content, modified_at = excluded.modified_at`;
const SAVE_EXTRAS = `${toInsert('template_extras', ['key', 'shortcut', 'fallbacks'])} ON CONFLICT (key) DO UPDATE SET
  shortcut = excluded.shortcut, fallbacks = excluded.fallbacks`;
const SET_USES = 'UPDATE template_extras SET used_count = @usedCount, last_used_at = @lastUsedAt WHERE key = @key';
const NOTE_USE = `
  INSERT INTO template_extras (key, used_count, last_used_at) VALUES (@key, 1, @at)
  ON CONFLICT (key) DO UPDATE SET
    used_count = used_count + 1, last_used_at = max(coalesce(last_used_at, excluded.last_used_at), excluded.last_used_at)`;

export const saveOwnTemplate: OwnedCommand<'saveOwnTemplate'> = {
  file: 'owned',
  own: (context, { template }) => done(context, () => context.owned.run(SAVE_TEMPLATE, toOwnTemplateColumns(template))),
};

/** With what is kept beside them. */
export const removeOwnTemplates: OwnedCommand<'removeOwnTemplates'> = {
  file: 'owned',
  own: (context, { ids }) =>
    done(context, () => {
      for (const id of ids) {
        context.owned.run('DELETE FROM own_templates WHERE id = ?', [id]);
        context.owned.run('DELETE FROM template_extras WHERE key = ?', [`own:${id}`]);
      }
    }),
};

export const saveTemplateExtras: OwnedCommand<'saveTemplateExtras'> = {
  file: 'owned',
  own: (context, { key, shortcut, fallbacks, uses }) =>
    done(context, () => {
      context.owned.run(SAVE_EXTRAS, { key, shortcut, fallbacks: JSON.stringify(fallbacks) });
      if (uses !== undefined) context.owned.run(SET_USES, { key, ...uses });
    }),
};

export const removeTemplateExtras: OwnedCommand<'removeTemplateExtras'> = {
  file: 'owned',
  own: (context, { keys }) =>
    done(context, () => {
      for (const key of keys) context.owned.run('DELETE FROM template_extras WHERE key = ?', [key]);
    }),
};

export const noteTemplateUse: OwnedCommand<'noteTemplateUse'> = {
  file: 'owned',
  own: (context, { key, at }) => done(context, () => context.owned.run(NOTE_USE, { key, at })),
};

function done({ changes }: WriteContext, write: () => unknown): OwnedOutcome<void> {
  write();
  changes.addTemplates();
  return { output: undefined, follow: () => undefined };
}
