/** What a panel at the head of a record renders if it turns out to have nothing for this reader: its section is not shown. */
export const MarkerOfEmptyRecordPanel = () => <span hidden data-nothing="" />;
