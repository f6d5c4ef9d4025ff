import { type ChartExchange, isPractice, padded } from '@finlist/domain/chart/padded'
import { type ExchangeId, exchangeIds, marketIndex } from '@finlist/domain/markets'
import { stockCodes } from '@finlist/domain/markets/stock-codes'
import { trading } from '@finlist/domain/trading'
import { clip } from './files/cell.ts'
import { CellError } from './import-errors.ts'

/** The suffixes that services write after a code of the market. */
export const endingsOf = (exchange: ExchangeId) => [
  ...stockCodes[exchange].endings,
  ...(trading[exchange].moreEndings ?? []),
]

/**
 * Valid stock codes of each Chinese exchange, by a code's suffix or prefix. Shanghai, Shenzhen and Beijing number their
 * stocks separately, so a stock of one exchange may have the number of an index of another: 000001.SH is an index,
 * 000001.SZ a bank.
 */
const chineseBoards: Record<string, RegExp> = {
  SH: /^(?:[56]|7|900)/,
  SZ: /^[0-3]/,
  BJ: /^(?:4|8|92)/,
}
const boardOf = (ending: string) => ({ SS: 'SH', SHG: 'SH', XSHG: 'SH', SHE: 'SZ', XSHE: 'SZ' })[ending] ?? ending

/**
 * Normalises a code to the exchange's form: 700, 00700, 700.0 and 0700.HK become 0700 in Hong Kong; sh600000 and
 * 600000.SH become 600000; J-Quants' 72030 becomes 7203; BRK-B and BRK/B become BRK.B. Keeps a number after an
 * underscore, which marks an earlier company with the same code: 17_1 becomes 0017_1. Rejects index codes of other
 * services.
 */
export function readStockCode(cell: string, column: string, exchange: ChartExchange): string {
  if (cell === '') throw new CellError('import.blank', { column })
  if (noValue.test(cell)) throw new CellError('import.not-a-code', { column, cell: clip(cell), exchange })
  const written = cell.toUpperCase().replace(/^(\d+)\.0$/, '$1')
  const bad = () => new CellError('import.not-a-code', { column, cell: clip(cell), exchange })
  if (isPractice(exchange)) return isCode(written) ? written : refuse(bad())
  const [, before = '', life = '', ending = ''] = /^([^_]+)(_[1-9])(\.[A-Z]{1,4})?$/.exec(written) ?? []
  if (life !== '') {
    const code = readStockCode(before + ending, column, exchange) + life
    return isCode(code) ? code : refuse(bad())
  }
  if (/^(?:\^|I:)/.test(written)) throw indexOfOthers(cell, exchange)
  const bare = withoutEnding(written, exchange, cell)
  const code = exchange === 'US' ? padded(exchange, bare) : bare
  if (!isCode(code)) throw bad()
  const { digits, mostDigits = 12, isPadded } = stockCodes[exchange]
  const isDigits = /^\d+$/.test(code)
  if (isPadded && isDigits) {
    const whole = padded(exchange, code.replace(/^0+/, ''))
    if (whole.length > mostDigits || /^0*$/.test(whole)) throw bad()
    return whole
  }
  if (isPadded && /^\d/.test(code)) throw bad()
  if (isDigits && code.length < digits) throw bad()
  return code
}

/** Spellings of a missing value. NA, NAN and TRUE are tickers. */
const noValue = /^(?:null|NULL|Null|nan|NaN|None|<NA>|#N\/A)$/

const isCode = (code: string) => /^[A-Z0-9][A-Z0-9._^&-]{0,11}$/.test(code)

/** Whether the code has a spelling that earlier versions stored and this version does not. */
export const isOldSpelling = (exchange: ExchangeId, code: string): boolean =>
  isCode(code) && exchange === 'US' && padded(exchange, code) !== code

function withoutEnding(written: string, exchange: ExchangeId, cell: string): string {
  // Some vendors add a fifth digit, always 0, to the codes of ordinary shares.
  if (exchange === 'JP' && /^\d[\dA-Z]\d[\dA-Z]0$/.test(written)) return written.slice(0, 4)
  const [, before = '', , dotted = ''] = /^((SH|SZ|BJ)\.?)(\d{6})$/.exec(written) ?? []
  if (exchange === 'CN' && before !== '') return onBoard(dotted, before.slice(0, 2), cell)
  const [, code = '', ending = ''] = /^(.+)\.([A-Z]{1,4})$/.exec(written) ?? []
  if (endingsOf(exchange).includes(ending)) return exchange === 'CN' ? onBoard(code, ending, cell) : code
  // A suffix with one letter is a share class: BRK.B.
  const other = ending.length > 1 && exchangeIds.find(id => endingsOf(id).includes(ending))
  if (other) throw new CellError('import.other-exchange', { cell: clip(cell), expected: exchange })
  return written
}

function onBoard(code: string, ending: string, cell: string): string {
  if (chineseBoards[boardOf(ending)]?.test(code) === false) throw indexOfOthers(cell, 'CN')
  return code
}

const indexOfOthers = (cell: string, exchange: ExchangeId) =>
  new CellError('import.index-code', { cell: clip(cell), index: marketIndex[exchange] })

function refuse(error: CellError): never {
  throw error
}
