/** A line of CSV. Unlike `csvText`, leaves cells that begin like formulas unchanged. */
export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\n`
const csvCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
