import type { Trading } from './trading.ts'

/**
 * The eves of Lunar New Year. On these and on the eves of Christmas and New Year, Hong Kong trades only in the morning.
 */
const lunarEves = new Set(['2022-01-31', '2024-02-09', '2025-01-28', '2026-02-16', '2027-02-05'])

export const hkex: Trading = {
  timeZone: 'Asia/Hong_Kong',
  session: '0930-1600',
  priceScale: 1000,
  chartName: 'Hong Kong',
  limits: {
    lowestClose: 1,
    lowestTurnover: 5_000_000,
    priceSteps: [
      [0, 0.001],
      [0.25, 0.005],
      [0.5, 0.01],
      [20, 0.02],
      [50, 0.05],
      [100, 0.1],
      [200, 0.2],
      [500, 0.5],
      [1000, 1],
      [2000, 2],
      [5000, 5],
    ],
  },
  limitsHash: '26e4fa357da604de35dc24edee13962fcd8d731d6d9f94ae13954ff471b47113',
  costs: { buy: 0.0025, sell: 0.0025, spread: 0.0015 },
  eodhd: { codes: ['HK'], index: 'HSI.INDX' },
  // General holidays by the ordinance, which already covers 2027.
  closings: {
    2022: '0201 0202 0203 0405 0415 0418 0502 0509 0603 0701 0912 1004 1226 1227',
    2023: '0102 0123 0124 0125 0405 0407 0410 0501 0526 0622 1002 1023 1225 1226',
    2024: '0101 0212 0213 0329 0401 0404 0501 0515 0610 0701 0918 1001 1011 1225 1226',
    2025: '0101 0129 0130 0131 0404 0418 0421 0501 0505 0701 1001 1007 1029 1225 1226',
    2026: '0101 0217 0218 0219 0403 0406 0407 0501 0525 0619 0701 1001 1019 1225',
    2027: '0101 0208 0209 0326 0329 0405 0513 0609 0701 0916 1001 1008 1227',
  },
  isHalfDay: day => lunarEves.has(day) || ((day.endsWith('-12-24') || day.endsWith('-12-31')) && day < '2028'),
}
