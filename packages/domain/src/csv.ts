type Rows = readonly (readonly (string | number | null)[])[]

/** The rows with a last column `note` that says the same in every line; as they are without a note. */
export const withNote = (rows: Rows, note: string): Rows =>
  note === '' ? rows : rows.map((cells, at) => [...cells, at === 0 ? 'note' : note])

/**
 * The text of a CSV file (RFC 4180), a line for each row. No text is a formula to a spreadsheet: one that would be gets
 * an apostrophe before it, numbers do not.
 */
export const csvText = (rows: Rows): string => rows.map(cells => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
