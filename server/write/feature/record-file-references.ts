import { fileReferencesStatement, filesOfRow } from '../field/record-file-references-statement.ts';
import { firstValueOfProperty, type WriteFeature } from './write-phase-and-feature-types.ts';

/** Files: stores which of them the row refers to. */
export const recordFileReferences: WriteFeature = {
  plan: ({ resource, fields, before, checked, order: { set } }) => ({
    parts({ values }) {
      const named = (name: string) => ({
        value: firstValueOfProperty(name, values, checked),
        submitted: firstValueOfProperty(name, set, checked),
      });
      const statement = fileReferencesStatement(resource, filesOfRow(resource, fields, before, named));
      return statement && { statements: [statement] };
    },
  }),
};
