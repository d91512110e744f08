import { useEffect, useState } from 'react';
import { isSelectableOnDay } from '#kernel/option/options-selectable-today.ts';
import type { Text } from '#kernel/text/text.ts';
import { complaintCategories, complaintRefusals } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { loadOptionLists } from '#web/http/load-option-lists.ts';

interface ComplaintOptionLists {
  /** The categories that may be chosen today. */
  readonly categories: Readonly<Record<string, Text>>;
  /** Labels of all categories and refusals, retired ones too. */
  categoryLabel(category: string): Text | undefined;
  refusalLabel(refusal: string | null): Text | undefined;
}

let loaded = false;

/** The lists as the office edits them, in both languages; the shipped ones until they are loaded. */
export function useComplaintCategoryAndRefusalLists(): ComplaintOptionLists {
  const [, setLoaded] = useState(loaded);
  useEffect(() => {
    if (loaded) return;
    loadOptionLists().then(
      () => {
        loaded = true;
        setLoaded(true);
      },
      // the shipped labels serve as well
      () => undefined,
    );
  }, []);
  const { options } = complaintCategories;
  return {
    categories: Object.fromEntries(Object.entries(options).filter(([, option]) => isSelectableOnDay(option))),
    categoryLabel: (category) => options[category],
    refusalLabel: (refusal) => (refusal === null ? undefined : complaintRefusals.options[refusal]),
  };
}
