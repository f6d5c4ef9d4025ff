import type { Trading } from './trading.ts'

export const jp: Trading = {
  timeZone: 'Asia/Tokyo',
  session: '0900-1530',
  priceScale: 10,
  chartName: 'Japan',
  limits: {
    lowestClose: 100,
    lowestTurnover: 200_000_000,
    // The price steps of stocks outside the TOPIX 500. Those of stocks in the TOPIX 500 are finer.
    priceSteps: [
      [0, 1],
      [3000, 5],
      [5000, 10],
      [30_000, 50],
      [50_000, 100],
      [300_000, 500],
      [500_000, 1000],
      [3_000_000, 5000],
      [5_000_000, 10_000],
      [30_000_000, 50_000],
      [50_000_000, 100_000],
    ],
  },
  limitsHash: '7b9219ea0a74cc9bfb40f0f85158ecf6d4583876dc0017aeed3ea14325c0cdf2',
  costs: { buy: 0.001, sell: 0.001, spread: 0.0005 },
  moreEndings: ['JP', 'TSE', 'TYO'],
  // National holidays by the holiday law, including the equinoxes of 2027, and 31 December to 3 January.
  closings: {
    2022: '0103 0110 0211 0223 0321 0429 0503 0504 0505 0718 0811 0919 0923 1010 1103 1123',
    2023: '0102 0103 0109 0223 0321 0503 0504 0505 0717 0811 0918 1009 1103 1123',
    2024: '0101 0102 0103 0108 0212 0223 0320 0429 0503 0506 0715 0812 0916 0923 1014 1104 1231',
    2025: '0101 0102 0103 0113 0211 0224 0320 0429 0505 0506 0721 0811 0915 0923 1013 1103 1124 1231',
    2026: '0101 0102 0112 0211 0223 0320 0429 0504 0505 0506 0720 0811 0921 0922 0923 1012 1103 1123 1231',
    2027: '0101 0111 0211 0223 0322 0429 0503 0504 0505 0719 0811 0920 0923 1011 1103 1123 1231',
  },
}
