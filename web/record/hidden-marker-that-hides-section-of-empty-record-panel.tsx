/** What a panel at the head of a record renders if it turns out to have nothing for this reader: its section is not shown. */
export const HiddenMarkerOfEmptyRecordPanel = () => <span hidden data-nothing="" />;
