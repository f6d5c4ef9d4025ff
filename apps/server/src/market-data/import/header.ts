import { clip } from './cell.ts'
import { BadCell } from './faults.ts'

export type Column<Name extends string = string> = {
  name: Name
  required?: true
  /** What files in the wild call it. */
  also?: readonly string[]
  /** A column that stands for it where the file has none, unless that one is there under its very own name. */
  orElse?: Name
}

export type Header<Name extends string> = {
  /** Where a column stands; -1 when the file has none. */
  at: Record<Name, number>
  width: number
  unknown: string[]
}

const loose = (name: string) => name.toLowerCase().replace(/[\s_]+/g, '')

/** Every market's own name for the code, the day and so on, beside the name of the specification. */
export const stockCodeColumn = {
  name: 'stockCode',
  required: true,
  also: ['代號', '代码', '代碼', '股票代號', '股票代碼', '股票代码', '證券代號', '證券代碼', '证券代码', '股份代號'],
} as const satisfies Column
export const stockNameColumns = [
  { name: 'stockName', also: ['英文名稱', '股票英文名稱'], orElse: 'stockNameZh' },
  {
    name: 'stockNameZh',
    also: ['名稱', '名称', '股票名稱', '股票名称', '證券名稱', '证券名称', '股份名稱', '中文名稱'],
  },
  { name: 'sector' },
  { name: 'sectorZh', also: ['行業', '行业', '產業', '产业'] },
  { name: 'subSector' },
  { name: 'subSectorZh', also: ['子行業', '次行業', '細分行業'] },
  { name: 'profileInfo' },
  { name: 'profileInfoZh', also: ['公司簡介', '簡介'] },
] as const satisfies Column[]
export const closeColumn = {
  name: 'close',
  required: true,
  also: ['收市', '收盤', '收盤價', '收市價', '收盘', '收盘价'],
} as const satisfies Column
export const volumeColumn = {
  name: 'volume',
  also: ['成交量', '成交股數', '成交量(股)', '成交量（股）', 'volume(shares)'],
} as const satisfies Column
export const exchangeColumn = { name: 'exchange', also: ['交易所'] } as const satisfies Column

/** Finds the columns: by their very names first, then whatever the case and the spaces. Throws BadCell for line 1. */
export function readHeader<Name extends string>(
  names: readonly string[],
  columns: readonly Column<Name>[],
): Header<Name> {
  const cells = names.map(name => name.trim())
  if (cells.length === 1 && /[;\t|]/.test(cells[0]!)) throw new BadCell('import.not-commas')
  const at = Object.fromEntries(columns.map(column => [column.name, find(cells, column)])) as Record<Name, number>
  for (const { name, orElse } of columns)
    if (at[name] < 0 && orElse && cells[at[orElse]] !== orElse) at[name] = at[orElse]
  const missing = columns.filter(({ name, required }) => required && at[name] < 0).map(({ name }) => name)
  if (missing.length > 0) throw new BadCell('import.missing-columns', { columns: missing.join(', ') })
  const taken = new Set(Object.values(at))
  const unknown = cells.filter((name, place) => name !== '' && !taken.has(place)).map(clip)
  return { at, width: cells.length, unknown }
}

function find(cells: string[], { name, also = [] }: Column): number {
  const places = (wanted: (cell: string) => boolean) => cells.flatMap((cell, place) => (wanted(cell) ? [place] : []))
  const exactly = places(cell => cell === name)
  const meant = [name, ...also].map(loose)
  const found = exactly.length > 0 ? exactly : places(cell => meant.includes(loose(cell)))
  if (found.length > 1) throw new BadCell('import.column-twice', { column: name })
  return found[0] ?? -1
}
