import type { Trading } from '@finlist/domain/markets/trading'

export const sg: Trading = {
  timeZone: 'Asia/Singapore',
  session: '0900-1700',
  priceScale: 1000,
  chartName: 'Singapore',
  limits: {
    lowestClose: 0.2,
    lowestTurnover: 1_000_000,
    priceSteps: [
      [0, 0.001],
      [0.2, 0.005],
      [1, 0.01],
    ],
  },
  limitsHash: '1698b0a8ac7a761f3ca25cea74adc42291058b7c6f86aeb824c196ee1c2a23b8',
  costs: { buy: 0.0028, sell: 0.0028, spread: 0.0015 },
  eodhd: { codes: ['SG'], index: 'STI.INDX' },
  closings: {
    2026: '0101 0217 0218 0403 0501 0527 0601 0810 1109 1225',
    2027: '0101 0208 0310 0326 0517 0520 0809 1028',
  },
  guessed: [2027],
}
