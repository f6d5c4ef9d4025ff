import type { Trading } from './trading.ts'

export const tw: Trading = {
  timeZone: 'Asia/Taipei',
  session: '0900-1330',
  priceScale: 100,
  chartName: 'Taiwan',
  limits: {
    lowestClose: 10,
    lowestTurnover: 20_000_000,
    priceSteps: [
      [0, 0.01],
      [10, 0.05],
      [50, 0.1],
      [100, 0.5],
      [500, 1],
      [1000, 5],
    ],
  },
  limitsHash: 'db8093620c0b0cfd8624b677424d713016ba0a0e8031e88be06336f5ecaadd1c',
  costs: { buy: 0.001425, sell: 0.004425, spread: 0.0005 },
  eodhd: { codes: ['TW', 'TWO'], index: 'TWII.INDX' },
  // From the government's calendar of each year, plus Labour Day and the settlement-only days before Lunar New Year.
  // The exchange's schedule for 2027 is not out yet: only one settlement-only day is known, and every earlier year has
  // two.
  closings: {
    2022: '0127 0128 0131 0201 0202 0203 0204 0228 0404 0405 0502 0603 0909 1010',
    2023: '0102 0118 0119 0120 0123 0124 0125 0126 0127 0227 0228 0403 0404 0405 0501 0622 0623 0929 1009 1010',
    2024: '0101 0206 0207 0208 0209 0212 0213 0214 0228 0404 0405 0501 0610 0917 1010',
    2025: '0101 0123 0124 0127 0128 0129 0130 0131 0228 0403 0404 0501 0530 0929 1006 1010 1024 1225',
    2026: '0101 0212 0213 0216 0217 0218 0219 0220 0227 0403 0406 0501 0619 0925 0928 1009 1026 1225',
    2027: '0101 0203 0204 0205 0208 0209 0210 0301 0405 0406 0430 0609 0915 0928 1011 1025 1224 1231',
  },
}
