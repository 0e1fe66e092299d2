/** Templates of this computer, and what this computer knows beside those of the service. */
import type { TemplateView } from '#shared/contract/index.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Call, Nothing } from './call.ts';

/** A template that only this computer has. */
export interface OwnTemplate {
  /** 20 letters. */
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly modifiedAt: number;
}

/** What the service does not keep of a template; by its key (`service:…`, `own:…`). */
export interface TemplateExtras {
  readonly key: string;
  readonly shortcut: string;
  readonly fallbacks: Readonly<Record<string, string>>;
  readonly usedCount: number;
  readonly lastUsedAt: number | null;
}

/** Values of one contact by the names of fields, as they are merged: the standard ones and the custom ones. */
export interface MergeContact {
  readonly contactId: number;
  readonly name: string;
  readonly phone: PhoneKey;
  readonly values: Readonly<Record<string, string>>;
}

export interface TemplateCommands {
  saveOwnTemplate: Call<{ readonly template: OwnTemplate }, void>;
  removeOwnTemplates: Call<{ readonly ids: readonly string[] }, void>;
  /** `uses`: of a template that is kept under another key from now on; absent: its counts of use stay. */
  saveTemplateExtras: Call<
    Omit<TemplateExtras, 'usedCount' | 'lastUsedAt'> & {
      readonly uses?: Pick<TemplateExtras, 'usedCount' | 'lastUsedAt'>;
    },
    void
  >;
  removeTemplateExtras: Call<{ readonly keys: readonly string[] }, void>;
  noteTemplateUse: Call<{ readonly key: string; readonly at: number }, void>;
}

export interface TemplateQueries {
  /** By name; the service's first. */
  listTemplateViews: Call<Nothing, readonly TemplateView[]>;
  listOwnTemplates: Call<Nothing, readonly OwnTemplate[]>;
  listTemplateExtras: Call<Nothing, readonly TemplateExtras[]>;
  /** Fields that can be merged with how many of all contacts have a value. */
  countMergeFields: Call<
    Nothing,
    {
      readonly fields: readonly { readonly name: string; readonly isCustom: boolean; readonly peopleCount: number }[];
      readonly contactsCount: number;
    }
  >;
  findMergeContact: Call<{ readonly phone: PhoneKey }, MergeContact | null>;
  /** By id above `after`, only the values of `fields`. */
  listMergeContacts: Call<
    {
      readonly after: number;
      readonly limit: number;
      readonly fields: readonly string[];
      readonly contactIds?: readonly number[];
    },
    readonly MergeContact[]
  >;
}
