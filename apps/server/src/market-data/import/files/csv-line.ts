/** A line of CSV whose cells stay as they are. */
export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\n`
const csvCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
