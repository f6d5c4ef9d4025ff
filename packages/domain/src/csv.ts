type Rows = readonly (readonly (string | number | null)[])[]

/** Adds a last column `note` with the note in every row. Returns the rows unchanged if the note is empty. */
export const withNote = (rows: Rows, note: string): Rows =>
  note === '' ? rows : rows.map((cells, at) => [...cells, at === 0 ? 'note' : note])

/**
 * The text of a CSV file (RFC 4180), one line per row. A text that a spreadsheet would read as a formula gets a leading
 * apostrophe; numbers do not.
 */
export const csvText = (rows: Rows): string => rows.map(cells => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
