import type { Trading } from './trading.ts'

export const cn: Trading = {
  timeZone: 'Asia/Shanghai',
  session: '0930-1500',
  priceScale: 100,
  chartName: 'China A-shares',
  limits: {
    lowestClose: 2,
    lowestTurnover: 50_000_000,
    priceSteps: [[0, 0.01]],
  },
  limitsHash: 'd5fd3e890a68d7d1e610236cd01d1ea19bd4c63464dbba6d6b1509d3a1cc812c',
  costs: { buy: 0.0003, sell: 0.0008, spread: 0.0005 },
  isHeldOverNight: true,
  moreEndings: ['SHG', 'SHE', 'XSHG', 'XSHE', 'BJ'],
  eodhd: { codes: ['SHG', 'SHE'], index: '000300.SHG' },
  // From the State Council's notice of each year. The notice for 2027 is not out yet: until then, that year has the
  // statutory holidays and the days that usually follow them.
  closings: {
    2022: '0103 0131 0201 0202 0203 0204 0404 0405 0502 0503 0504 0603 0912 1003 1004 1005 1006 1007',
    2023: '0102 0123 0124 0125 0126 0127 0405 0501 0502 0503 0622 0623 0929 1002 1003 1004 1005 1006',
    2024: '0101 0209 0212 0213 0214 0215 0216 0404 0405 0501 0502 0503 0610 0916 0917 1001 1002 1003 1004 1007',
    2025: '0101 0128 0129 0130 0131 0203 0204 0404 0501 0502 0505 0602 1001 1002 1003 1006 1007 1008',
    2026: '0101 0102 0216 0217 0218 0219 0220 0223 0406 0501 0504 0505 0619 0925 1001 1002 1005 1006 1007',
    2027: '0101 0205 0208 0209 0210 0211 0212 0405 0503 0504 0505 0609 0915 1001 1004 1005 1006 1007',
  },
  guessed: [2027],
}
