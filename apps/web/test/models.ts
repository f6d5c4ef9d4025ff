import type { MarketModel } from '@finlist/contract/learning/models'

type Entry = MarketModel['entry']

const parts = 1_048_576
/** Shares of log odds, as points of a model. */
const points = (...shares: number[]) => shares.map(share => Math.round(share * parts))
const level = (shift: number, slope: number) => ({ shift: Math.round(shift * parts), slope: Math.round(slope * parts) })

const tenths = (...rows: [count: number, said: number, came: number][]) => [
  ...rows.map(([count, said, came]) => ({ count, said, came })),
  ...Array.from({ length: 10 - rows.length }, () => ({ count: 0, said: 0, came: 0 })),
]

const tested: Entry = {
  market: 'US',
  constants: 'c1'.repeat(32),
  inputs: 'd2'.repeat(32),
  costs: { buy: 0, sell: 0, spread: 0.001 },
  widen: 1.27,
  from: '2018-01-05',
  until: '2026-11-20',
  stocks: 502,
  rows: 180_412,
  came: { target: 221, stop: 468 },
  level: { target: level(0.2, 0.95), stop: level(-0.1, 1), from: 'own' },
  others: [],
  years: [
    { year: '2022', level: level(-0.25, 0.9) },
    { year: '2023', level: level(0.1, 1) },
    { year: '2024', level: level(0.4, 1.05) },
  ],
  effects: [
    { name: 'rank', edges: [20, 55, 80, 92], points: points(-0.21, -0.21, -0.06, 0.04, 0.12, 0.24) },
    { name: 'volatility-63', edges: [0.01, 0.02], points: points(-0.02, -0.02, 0.01, 0.03) },
    { name: 'base-depth', edges: [150, 280], points: points(-0.05, 0.09, 0.04, -0.06) },
  ],
  tested: { target: [12, 312], stop: [140, 702] },
  test: {
    from: '2021-02-05',
    until: '2026-08-14',
    weeks: 288,
    rows: 138_040,
    skill: {
      chance: { mean: 480, low: 130, high: 750 },
      level: { mean: 460, low: 240, high: 650 },
      learned: { mean: 440, low: 100, high: 740 },
    },
    gained: { mean: -20, low: -90, high: 60 },
    p: 5_200,
    reliability: {
      chance: tenths([52_120, 480, 660], [61_870, 1_490, 1_620], [24_050, 2_380, 2_290]),
      level: tenths([40_310, 610, 660], [66_220, 1_540, 1_610], [31_510, 2_520, 2_290]),
      learned: tenths([44_020, 590, 700], [60_010, 1_530, 1_600], [30_510, 2_490, 2_260], [3_500, 3_270, 2_610]),
    },
    error: { chance: 142, level: 98, learned: 121 },
    money: {
      net: { mean: 83, low: -41, high: 212 },
      overOthers: { mean: 39, low: -20, high: 101 },
      overTwins: { mean: -12, low: -74, high: 55 },
    },
  },
  otherTests: [],
  gate: 'closed',
  drift: {
    seq: 401,
    lists: { from: '2025-08-01', until: '2026-07-24', count: 52 },
    bands: [
      { from: 0, below: 150, count: 12, said: null, came: null },
      { from: 150, below: 250, count: 148, said: 2_040, came: 1_690 },
      { from: 250, below: 1_001, count: 1_204, said: 2_710, came: 1_900 },
    ],
    sums: { over: 0, under: 0 },
    alarm: { on: '2026-11-06', way: 'over' },
  },
}

const model = (seq: number, entry: Entry): MarketModel => ({
  id: seq.toString(16).padStart(64, 'e'),
  seq,
  madeAt: '2026-11-21T09:30:00.000Z',
  entry,
})

/**
 * Made-up models of which one passes the gate, one does not and is in an alarm of the drift watch, and one is untested;
 * two markets have none.
 */
export const madeUpModels: MarketModel[] = [
  model(412, {
    ...tested,
    market: 'HKEX',
    widen: 1,
    test: {
      ...tested.test!,
      skill: { ...tested.test!.skill, learned: { mean: 810, low: 520, high: 1_090 } },
      gained: { mean: 350, low: 120, high: 560 },
      p: 20,
    },
    gate: 'open',
    drift: { ...tested.drift!, alarm: null },
  }),
  model(413, tested),
  model(414, {
    ...tested,
    market: 'JP',
    stocks: 40,
    rows: 640,
    level: { ...tested.level, from: 'others' },
    years: [],
    effects: [],
    tested: null,
    test: null,
    gate: 'too-few-weeks',
    drift: { ...tested.drift!, lists: null, alarm: null },
  }),
]
