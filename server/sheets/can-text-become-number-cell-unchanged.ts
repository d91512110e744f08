const maxNumberLength = 17;

const plainNumber = /^-?\d{1,15}(\.\d+)?$/;

/** Whether a text survives conversion to a number cell unchanged: no leading zeros, at most 15 digits. */
export function staysUnchangedAsNumberCell(cell: string): boolean {
  return (
    cell.length <= maxNumberLength &&
    plainNumber.test(cell) &&
    cell.replace(/\D/g, '').length <= 15 &&
    !/^-?0\d/.test(cell)
  );
}
