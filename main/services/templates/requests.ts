import type { HandlersOf } from '#main/services/handler-types.ts';
import { fillText, listMergeFields, measureMerged, previewText } from './merging.ts';
import { createTemplate, deleteTemplates, noteUse, undoDeletion, updateTemplate } from './template-changes.ts';

/** Texts that are kept for writing again, and what their fields become. */
export const templateHandlers: HandlersOf<'templates'> = {
  'templates.list': async ({ session }) => {
    const account = session.getAccount();
    const items = [...(await account.store.listTemplateViews({}))];
    return { items, canServiceKeep: !account.listAbsentFeatures().includes('templates') };
  },
  'templates.create': createTemplate,
  'templates.update': updateTemplate,
  'templates.delete': deleteTemplates,
  'templates.undo': undoDeletion,
  'templates.used': noteUse,
  'templates.fields': listMergeFields,
  'templates.fill': fillText,
  'templates.preview': previewText,
  'templates.measure': measureMerged,
};
