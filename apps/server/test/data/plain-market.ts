import { tradingDays } from '@finlist/domain/calendar'

/** A market of 25 stocks, enough for the import's quality checks, with constant prices. */
export const days = tradingDays('HKEX', '2026-03-02', '2026-06-30')
export const codes = Array.from({ length: 25 }, (_, at) => String(101 + at).padStart(4, '0'))
export const head = 'stockCode,date,open,high,low,close,volume'
export const bar = (code: string, date: string, price: number, volume = 1_000) =>
  [code, date, price, price, price, price, volume].join(',')
/** Returns the rows of one day, with every price at 10 except those given by stock. */
export const day = (date: string, prices: Record<string, number> = {}, of: readonly string[] = codes) =>
  of.map(code => bar(code, date, prices[code] ?? 10))
