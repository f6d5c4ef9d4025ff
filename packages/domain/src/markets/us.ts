import type { Trading } from './trading.ts'

export const us: Trading = {
  timeZone: 'America/New_York',
  session: '0930-1600',
  priceScale: 100,
  chartName: 'US',
  limits: {
    lowestClose: 5,
    lowestTurnover: 2_000_000,
    priceSteps: [
      [0, 0.0001],
      [1, 0.01],
    ],
  },
  limitsHash: 'e0c6f5b0e9181eff5f25889a60e2dc37aa8ee7148c864c35706514fa8ce9a105',
  costs: { buy: 0.0005, sell: 0.0005, spread: 0.0005 },
  eodhd: { codes: ['US'], index: 'GSPC.INDX' },
  // From the New York Stock Exchange's holiday rules, which also cover 2027, plus a day of mourning in 2025. Days that
  // close early, at 13:00, do not count as half days here.
  closings: {
    2022: '0117 0221 0415 0530 0620 0704 0905 1124 1226',
    2023: '0102 0116 0220 0407 0529 0619 0704 0904 1123 1225',
    2024: '0101 0115 0219 0329 0527 0619 0704 0902 1128 1225',
    2025: '0101 0109 0120 0217 0418 0526 0619 0704 0901 1127 1225',
    2026: '0101 0119 0216 0403 0525 0619 0703 0907 1126 1225',
    2027: '0101 0118 0215 0326 0531 0618 0705 0906 1125 1224',
  },
}
