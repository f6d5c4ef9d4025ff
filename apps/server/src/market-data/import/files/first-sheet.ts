import { type CellObject, CFB, read, SSF } from '@e965/xlsx'
import { csvLine } from './csv-line.ts'

type Sheet = { csv: string } | { refused: 'import.sheet-too-large' | 'import.no-sheet' }

const mostRows = 100_000
const mostColumns = 1_000

/**
 * Converts a workbook's first sheet to CSV. `parts` has the workbook's files by path. Texts and numbers are as typed,
 * even if their format hides digits; dates are YYYY-MM-DD. Rows keep their numbers.
 */
export function firstSheet(parts: Record<string, Uint8Array>): Sheet {
  const container: object = CFB.utils.cfb_new()
  for (const [path, content] of Object.entries(parts)) CFB.utils.cfb_add(container, `/${path}`, content)
  const zip: Buffer = CFB.write(container, { type: 'buffer', fileType: 'zip' })
  const book = read(zip, { type: 'buffer', dense: true, sheets: 0, cellNF: true, cellText: false, cellHTML: false })
  const cells = book.Sheets[book.SheetNames[0] ?? '']?.['!data'] as (CellObject | undefined)[][] | undefined
  if (!cells) return { refused: 'import.no-sheet' }
  const width = cells.reduce((most, row) => Math.max(most, row?.length ?? 0), 0)
  if (cells.length > mostRows || width > mostColumns) return { refused: 'import.sheet-too-large' }
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true
  const lineOf = (row: (CellObject | undefined)[] = []) =>
    csvLine(Array.from({ length: width }, (_, place) => textOf(row[place], isFrom1904)))
  return { csv: Array.from(cells, lineOf).join('') }
}

function textOf(cell: CellObject | undefined, isFrom1904: boolean): string {
  const { t: type, v: value, z: format } = cell ?? {}
  if (value === undefined || type === 'z') return ''
  if (type === 'b') return value ? 'TRUE' : 'FALSE'
  if (type === 'e') return '#ERROR'
  if (typeof value !== 'number') return String(value)
  if (typeof format === 'string' && SSF.is_date(format)) return dateText(value, isFrom1904)
  // A number format of zeros, as for stock codes, only adds leading zeros.
  return /^0+$/.test(String(format)) ? String(value).padStart(String(format).length, '0') : String(value)
}

function dateText(value: number, isFrom1904: boolean): string {
  const parts: { y: number; m: number; d: number; H: number; M: number; S: number } | null = SSF.parse_date_code(
    value,
    {
      date1904: isFrom1904,
    },
  )
  if (!parts) return String(value)
  const { y, m, d, H, M, S } = parts
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const time = H || M || S ? ` ${two(H)}:${two(M)}:${two(S)}` : ''
  return `${y}-${two(m)}-${two(d)}${time}`
}
