import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { inputsOf, type StudyParams, usualStudies } from '@finlist/domain/chart/studies'
import { IndicatorsSync } from '@ixjb94/indicators'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import en from '../../../i18n/locales/en/studies.json'
import { allKinds } from './all-kinds.ts'
import { coloursOf, plotsOf } from './plots-of.ts'
import { presets, withPreset } from './presets.ts'
import type { KnownRank } from './study-kind.ts'
import { studyTypes } from './study-types.ts'

type Line = readonly (number | null)[]
type Given = {
  bars: readonly DayBar[]
  index?: readonly DayBar[]
  ranks?: readonly KnownRank[]
  resolution?: Resolution
  params?: StudyParams
}

/** The values of a study's plots, in the order of the plots. */
const linesOf = (type: string, { bars, index, ranks = weekly, resolution = '1D', params = {} }: Given): Line[] =>
  plotsOf([{ id: 'x', type, params }], { bars, index, ranks, resolution, kinds: allKinds, t: key => key }).map(
    ({ values }) => values,
  )

const dayOf = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
const barsFrom = (rows: readonly (readonly [high: number, low: number, close: number, volume: number])[]): DayBar[] =>
  rows.map(([high, low, close, volume], at) => ({ date: dayOf(at), open: close, high, low, close, volume }))
const closing = (...closes: number[]) => barsFrom(closes.map(close => [close, close, close, 1]))

/** Fixture: a stock listed in every issue for three years. */
const weekly = Array.from({ length: 160 }, (_, at) => ({ issueDate: dayOf(at * 7), rank: 1 + (at % 99) }))

/** A random walk from 100, the same on every run. */
function walk(count: number): DayBar[] {
  let state = 42
  let close = 100
  const chance = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  return Array.from({ length: count }, (_, at) => {
    const open = close
    close *= 1 + (chance() - 0.48) / 20
    const [high, low] = [Math.max(open, close) * (1 + chance() / 80), Math.min(open, close) * (1 - chance() / 80)]
    return { date: dayOf(at), open, high, low, close, volume: Math.round(1 + chance() * 1e6) }
  })
}
const thousand = walk(1_000)
const column = (name: 'high' | 'low' | 'close' | 'volume', bars = thousand) => bars.map(bar => bar[name])

/** A few bars for which the studies can be calculated by hand: high, low, close, volume. */
const few = barsFrom([
  [12, 8, 10, 100],
  [13, 9, 12, 200],
  [14, 11, 11, 100],
  [15, 10, 14, 400],
  [16, 13, 13, 0],
  [14, 10, 12, 300],
])
const rounded = (lines: readonly Line[]) =>
  lines.map(line => line.map(value => (value === null ? null : Number(value.toFixed(4)))))

describe('each study has the values calculated by hand', () => {
  it.each<[string, StudyParams, Line[]]>([
    ['SMA', { length: 3 }, [[null, null, 11, 12.3333, 12.6667, 13]]],
    // Half of the new close plus half of the previous average; the first average is the first close.
    ['EMA', { length: 3 }, [[null, null, 11, 12.5, 12.75, 12.375]]],
    // (10 + 2 * 12 + 3 * 11) / 6, and so on.
    ['WMA', { length: 3 }, [[null, null, 11.1667, 12.6667, 13, 12.6667]]],
    // (10 * 100 + 12 * 200 + 11 * 100) / 400, and so on.
    ['VWMA', { length: 3 }, [[null, null, 11.25, 13, 13.4, 13.1429]]],
    [
      'BB',
      { length: 3, deviations: 2 },
      [
        [null, null, 12.633, 14.8278, 15.1611, 14.633],
        [null, null, 11, 12.3333, 12.6667, 13],
        [null, null, 9.367, 9.8389, 10.1722, 11.367],
      ],
    ],
    [
      'DC',
      { length: 3 },
      [
        [null, null, 14, 15, 16, 16],
        [null, null, 11, 12, 13, 13],
        [null, null, 8, 9, 10, 10],
      ],
    ],
    // True ranges 4, 4, 3, 5, 3, 4. The first value is the mean of the first three. Each later one is a third of the
    // new range plus two thirds of the previous value.
    ['ATR', { length: 3 }, [[null, null, 3.6667, 4.1111, 3.7407, 3.8272]]],
    [
      'KC',
      { length: 3, atr: 3, multiple: 1 },
      [
        [null, null, 14.6667, 16.6111, 16.4907, 16.2022],
        [null, null, 11, 12.5, 12.75, 12.375],
        [null, null, 7.3333, 8.3889, 9.0093, 8.5478],
      ],
    ],
    // Moves 2, -1, 3, -1, -1. The first mean rise is 5/3 and the first mean fall 1/3; then Wilder's smoothing applies.
    ['RSI', { length: 3 }, [[null, null, null, 83.3333, 66.6667, 51.2821]]],
    // (11 - 8) / (14 - 8), (14 - 9) / (15 - 9), (13 - 10) / (16 - 10), (12 - 10) / (16 - 10), and their means over 2.
    [
      'STOCH',
      { length: 3, smooth: 1, signal: 2 },
      [
        [null, null, null, 83.3333, 50, 33.3333],
        [null, null, null, 66.6667, 66.6667, 41.6667],
      ],
    ],
    // The EMA of 2 less the EMA of 3. Both start at the first close, and the signal starts at the first difference.
    [
      'MACD',
      { fast: 2, slow: 3, signal: 3 },
      [
        [null, null, 0.1111, 0.537, 0.2623, -0.0376],
        [null, null, 0.1111, 0.3241, 0.2932, 0.1278],
        [null, null, 0, 0.213, -0.0309, -0.1654],
      ],
    ],
    // Moves up 1, 1, 0, 1, 0 and down 0, 0, 0, 0, 3, divided by true ranges 4, 3, 5, 3, 4. Only the larger of the two
    // moves counts; neither does if they are equal.
    [
      'ADX',
      { length: 2 },
      [
        [null, null, null, 100, 100, 80],
        [null, null, 28.5714, 11.7647, 20.6897, 9.8361],
        [null, null, 0, 0, 0, 39.3443],
      ],
    ],
    ['OBV', {}, [[0, 200, 100, 500, 500, 200]]],
  ])('%s %o', (type, params, expected) => {
    expect(rounded(linesOf(type, { bars: few, params }))).toEqual(expected)
  })

  it('VOL: the volumes, and the mean of earlier volumes, leaving out those that are zero', () => {
    expect(linesOf('VOL', { bars: few, params: { length: 2 } })).toEqual([
      [100, 200, 100, 400, 0, 300],
      [null, null, 150, 150, 250, 250],
    ])
  })

  it('RS: the closes divided by those of the index, and no values without an index', () => {
    expect(linesOf('RS', { bars: closing(10, 12), index: closing(100, 96) })).toEqual([[0.1, 0.125]])
    expect(linesOf('RS', { bars: closing(10, 12) })).toEqual([])
  })

  it('HIGH: the percent below the highest high of the given number of calendar weeks, once the bars cover them', () => {
    const bars = barsFrom([
      ...Array.from({ length: 13 }, () => [10, 10, 10, 1] as const),
      [20, 10, 10, 1],
      [16, 16, 16, 1],
      ...Array.from({ length: 14 }, () => [15, 15, 15, 1] as const),
    ])
    const [line] = rounded(linesOf('HIGH', { bars, params: { weeks: 2 } })) as unknown as [Line]
    expect(line.slice(0, 14)).toEqual(Array.from({ length: 14 }, () => null))
    // The high of 20 on day 13 is out of range on day 27, when the highest high is 16.
    expect([line[14], line[26], line[27], line[28]]).toEqual([-20, -25, -6.25, 0])
  })
})

describe('each study agrees with another library on 1,000 bars', () => {
  const other = new IndicatorsSync()
  const [high, low, close, volume] = (['high', 'low', 'close', 'volume'] as const).map(name => column(name)) as [
    number[],
    number[],
    number[],
    number[],
  ]
  it.each<[string, StudyParams, number[][], number]>([
    ['SMA', { length: 50 }, [other.sma(close, 50)], 49],
    ['EMA', { length: 20 }, [other.ema(close, 20)], 19],
    ['WMA', { length: 20 }, [other.wma(close, 20)], 19],
    ['VWMA', { length: 20 }, [other.vwma(close, volume, 20)], 19],
    ['RSI', { length: 14 }, [other.rsi(close, 14)], 14],
    ['BB', { length: 20, deviations: 2 }, other.bbands(close, 20, 2).toReversed() as number[][], 19],
    ['STOCH', { length: 14, smooth: 3, signal: 3 }, other.stoch(high, low, close, 14, 3, 3), 17],
    ['OBV', {}, [other.obv(close, volume)], 0],
    // These studies start differently from the library's. The difference has faded by the given bar.
    ['ATR', { length: 14 }, [other.atr(high, low, close, 14)], 400],
    ['MACD', { fast: 12, slow: 26, signal: 9 }, other.macd(close, 12, 26, 9) as number[][], 400],
    ['ADX', { length: 14 }, [other.adx(high, low, 14)], 600],
  ])('%s %o', (type, params, theirs, from) => {
    const ours = linesOf(type, { bars: thousand, params })
    for (const [at, line] of theirs.entries()) {
      const offset = line.length - thousand.length
      const apart = ours[at]!.slice(from).map(
        (value, place) =>
          Math.abs((value ?? Number.NaN) - line[from + place + offset]!) / Math.max(1, Math.abs(value ?? 0)),
      )
      expect(Math.max(...apart), `line ${at}`).toBeLessThan(1e-8)
    }
  })
})

const price = fc.double({ min: 0.01, max: 500, noNaN: true })
const anyBars = fc
  .array(fc.tuple(price, price, price, fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 1, max: 9 })), {
    maxLength: 60,
  })
  .map(rows => {
    let day = 0
    return rows.map(([open, close, third, volume, gap]): DayBar => {
      const [high, low] = [Math.max(open, close, third), Math.min(open, close, third)]
      return { date: dayOf((day += gap)), open, high, low, close, volume }
    })
  })
/** The shortest possible lengths, so that few bars are enough. */
const shortest = (type: string): StudyParams =>
  Object.fromEntries(
    Object.entries(allKinds[type]!.inputs).map(([name, { least, step }]) => [name, step ? 2 : Math.max(least, 3)]),
  )

describe('the study of a stock’s rank', () => {
  const bars = closing(...Array.from({ length: 24 }, () => 5))
  const ranks = [
    { issueDate: dayOf(10), rank: 91 },
    { issueDate: dayOf(2), rank: 88 },
    { issueDate: dayOf(17), rank: null },
  ]

  it('has the rank from a list until the next list, for a week at most, and no value otherwise', () => {
    const [line] = linesOf('RANK', { bars, ranks })
    const days = (count: number, value: number | null) => Array.from({ length: count }, () => value)
    expect(line).toEqual([...days(2, null), ...days(7, 88), null, ...days(7, 91), ...days(7, null)])
  })

  it('has the rank from a list in the weekly bar that contains the list’s date', () => {
    const weeks = [0, 7, 14].map(at => ({ ...bars[at]!, until: dayOf(at + 4) }))
    expect(linesOf('RANK', { bars: weeks, ranks, resolution: '1W' })).toEqual([[88, 91, null]])
  })

  it.each([[[]], [[{ issueDate: dayOf(2), rank: null }]]])('has no pane if no rank is known: %o', ranks =>
    expect(linesOf('RANK', { bars, ranks })).toEqual([]),
  )
})

describe.each(studyTypes)('the study %s', type => {
  it('has exactly one value or null for each bar, and only nulls until it has enough bars', () => {
    fc.assert(
      fc.property(anyBars, bars => {
        for (const line of linesOf(type, { bars, index: bars, params: shortest(type) })) {
          expect(line).toHaveLength(bars.length)
          expect(line.every(value => value === null || Number.isFinite(value))).toBe(true)
        }
      }),
    )
    const first = Math.max(
      ...linesOf(type, { bars: thousand, index: thousand }).map(line => line.findIndex(it => it !== null)),
    )
    expect(first).toBeGreaterThanOrEqual(0)
    expect(first).toBeLessThan(400)
  })

  it('uses no later bars: without them, all earlier values are the same', () => {
    fc.assert(
      fc.property(anyBars, fc.nat(60), (bars, count) => {
        const cut = bars.slice(0, count)
        const whole = linesOf(type, { bars, index: bars, params: shortest(type) })
        const early = linesOf(type, { bars: cut, index: cut, params: shortest(type) })
        expect(early).toEqual(whole.map(line => line.slice(0, count)))
      }),
    )
  })

  it('has a finite value on every bar once it has started, even if prices are constant', () => {
    const flat = closing(...Array.from({ length: 60 }, () => 5))
    for (const line of linesOf(type, { bars: flat, index: flat, params: shortest(type) })) {
      const begun = line.slice(line.findIndex(value => value !== null))
      expect(begun.every(value => Number.isFinite(value))).toBe(true)
    }
  })

  it('has a text for each of its settings', () => {
    for (const name of Object.keys(allKinds[type]!.inputs)) expect(en).toHaveProperty([`input.${name}`])
  })
})

describe('the settings of a study', () => {
  it('follow the interval unless they are set (CHART-11, 13)', () => {
    const at = (resolution: Resolution) =>
      usualStudies.map(({ type, params }) => Object.values(inputsOf(allKinds[type]!.inputs, params, resolution))[0])
    expect([at('1D'), at('1W'), at('1M')]).toEqual([
      [50, 50, 200],
      [10, 10, 52],
      [10, 10, 12],
    ])
  })

  it.each([
    ['RS', { lookback: 3 }, { lookback: 10 }],
    ['RS', { lookback: 900 }, { lookback: 200 }],
    ['SMA', { length: 20.4 }, { length: 20 }],
    ['BB', { length: 20, deviations: 1.5 }, { length: 20, deviations: 1.5 }],
    ['MACD', {}, { fast: 12, slow: 26, signal: 9 }],
  ] as const)(
    'the settings of the study %s given as %o become %o, rounded and within their limits',
    (type, params, expected) => expect(inputsOf(allKinds[type]!.inputs, params, '1D')).toEqual(expected),
  )

  it.each([
    ['1D', [50, 200]],
    ['1W', [10, 40]],
    ['1M', [2, 9]],
  ] as const)(
    'the settings of a study for averages of 10 and 40 weeks become %s averages of %o bars, which replace the previous averages',
    (resolution, lengths) => {
      const studies = withPreset(usualStudies, presets[0]!, allKinds)
      expect(studies.map(({ type }) => type)).toEqual(['SMA', 'SMA', 'VOL', 'RS'])
      const averages = studies.slice(0, 2).map(({ params }) => inputsOf(allKinds['SMA']!.inputs, params, resolution))
      expect(averages.map(({ length }) => length)).toEqual(lengths)
    },
  )
})

describe('a study on the chart', () => {
  it('is drawn in its style, and not drawn while it is hidden', () => {
    const style = { colour: 'red', width: 3, line: 'dotted' } as const
    const of = { bars: few, index: undefined, resolution: '1D', kinds: allKinds, t: (key: string) => key } as const
    const [plot] = plotsOf([{ id: 'x', type: 'EMA', params: { length: 2 }, style }], of)
    expect(plot).toMatchObject({ colour: 'var(--wrong)', width: 3, line: 'dotted' })
    expect(plotsOf([{ id: 'x', type: 'EMA', params: {}, style: { hidden: true } }], of)).toEqual([])
  })

  it('has a separate colour if it is an average, and ignores an unknown colour', () => {
    const studies = ['SMA', 'EMA', 'RSI', 'WMA'].map(type => ({ id: type, type, params: {}, style: { colour: 'no' } }))
    const colours = coloursOf(studies, allKinds)
    expect(new Set(['SMA', 'EMA', 'WMA'].map(id => colours.get(id))).size).toBe(3)
    expect(colours.get('RSI')).toBe(allKinds['RSI']!.colour)
  })
})
