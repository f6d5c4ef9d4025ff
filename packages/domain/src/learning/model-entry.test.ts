import { describe, expect, test } from 'vitest'
import { canonical } from '../picking/canonical.ts'
import { Random } from '../random.ts'
import { binOf } from './bins.ts'
import type { Drift } from './drift.ts'
import { parts, sigmoid } from './exact.ts'
import { explain } from './explain.ts'
import { featureNames } from './features.ts'
import { atChance, atLevel } from './level.ts'
import { withNet } from './made-samples.ts'
import { effectsOf, type ModelAsked, type ModelEntry, modelEntryOf } from './model-entry.ts'
import { outlookOf } from './outlook.ts'
import type { Samples } from './samples.ts'
import { type Forecast, modelOf, rowsKnown, walkForward } from './walk-forward.ts'

const stocks = 60
const firstDay = 15_000

/** Stock-weeks in which the first feature decides, and whose targets are twice as likely as by chance. */
function samplesWith(weeks: number, targetOf: (value: number) => number): Samples {
  const random = new Random('model entry', weeks)
  const rows = weeks * stocks
  const column = () => Float32Array.from({ length: rows }, () => random.uniform())
  const features = featureNames.map(column)
  const week = Int32Array.from({ length: rows }, (_, row) => Math.floor(row / stocks))
  const target = Uint8Array.from({ length: rows }, (_, row) => Number(random.uniform() < targetOf(features[0]![row]!)))
  return withNet({
    weeks: Int32Array.from({ length: weeks }, (_, at) => firstDay + 7 * at),
    rows,
    week,
    settledOn: Int32Array.from(week, at => firstDay + 7 * at + random.whole(1, 90)),
    chanceOfTarget: Uint16Array.from({ length: rows }, () => random.whole(80, 250)),
    chanceOfStop: Uint16Array.from({ length: rows }, () => random.whole(300, 700)),
    target,
    stop: Uint8Array.from(target, came => Number(came === 0 && random.uniform() < 0.6)),
    features,
  })
}

const noDrift: Drift = { seq: 0, lists: null, bands: [], sums: { over: 0, under: 0 }, alarm: null }
const asked = (samples: Samples, more: Partial<ModelAsked> = {}): ModelAsked => ({
  exchange: 'HKEX',
  until: samples.weeks.at(-1)!,
  stocks,
  constants: 'c'.repeat(64),
  inputs: 'd'.repeat(64),
  costs: { buy: 0.001, sell: 0.001, spread: 0.002 },
  widen: 1,
  others: [],
  otherTests: [],
  drift: noDrift,
  seed: 'ab'.repeat(32),
  ...more,
})
/** Samples are tested once each, because that takes seconds. */
const forecasts = new Map<Samples, Forecast>()
function entryOf(samples: Samples, more: Partial<ModelAsked> = {}): ModelEntry {
  const forecast = forecasts.get(samples) ?? walkForward(samples)
  forecasts.set(samples, forecast)
  return modelEntryOf(samples, forecast, asked(samples, more))
}

const planted = samplesWith(230, value => (value > 0.5 ? 0.5 : 0.15))
const flat = samplesWith(230, () => 0.3)
const entries: Record<'planted' | 'flat', ModelEntry> = { planted: entryOf(planted), flat: entryOf(flat) }

describe('the entry of a model', () => {
  test('opens the gate for a planted effect, and keeps it closed without one', () => {
    expect(entries.planted.gate).toBe('open')
    expect(entries.planted.test!.gained!.low).toBeGreaterThan(0)
    expect(entries.flat.gate).toBe('closed')
  })

  test('keeps the gate closed if the effect could be due to the number of markets', () => {
    const { gate, test: tested } = entryOf(planted, { otherTests: Array(100).fill(9_000) })
    expect(gate).toBe('closed')
    expect(tested).toEqual(entries.planted.test)
  })

  test('keeps the gate closed during an alarm of the drift watch, so that outlooks are the level', () => {
    const alarm = { on: '2015-05-01', way: 'over' } as const
    const drifted = entryOf(planted, { drift: { ...noDrift, alarm } })
    expect(drifted).toMatchObject({ gate: 'drifted', test: entries.planted.test, drift: { alarm } })
    expect(outlookOf(drifted, inputs(160, 1))).toMatchObject({
      by: 'level',
      target: outlookOf({ ...drifted, gate: 'closed' }, inputs(160, 30)).target,
    })
    expect(entryOf(flat, { drift: { ...noDrift, alarm } }).gate).toBe('closed')
  })

  test('takes at most 8 kB', () => {
    for (const entry of Object.values(entries)) expect(canonical(entry).length).toBeLessThanOrEqual(8_000)
  })

  test('gives every row the points of the model itself', () => {
    const rows = rowsKnown(planted, planted.weeks.at(-1)!)
    const model = modelOf(planted, rows)
    const effects = effectsOf(model)
    for (let row = 0; row < planted.rows; row += 97)
      for (const { name, edges, points } of effects) {
        const feature = featureNames.findIndex(known => known === name)
        const value = planted.features[feature]![row]!
        const bin = 1 + edges.filter(edge => value > edge).length
        expect(points[bin]).toBe(model.points[feature]![binOf(model.edges[feature]!, value)])
      }
  })

  test('has the level of each year, and shares that are those of the rows', () => {
    const { years, came, rows } = entries.flat
    expect(years.map(({ year }) => year)).toEqual(['2011', '2012', '2013', '2014'])
    const known = rowsKnown(flat, flat.weeks.at(-1)!)
    expect(rows).toBe(known.length)
    expect(came.target).toBe(Math.round((1_000 * known.reduce((sum, row) => sum + flat.target[row]!, 0)) / rows))
  })

  test('counts each tested row once in every reliability table', () => {
    const { test: tested } = entries.planted
    for (const tenths of Object.values(tested!.reliability))
      expect(tenths.reduce((sum, { count }) => sum + count, 0)).toBe(tested!.rows)
  })

  test.each([
    { name: 'the mean level of other markets if there are any', others: [0, 200_000], from: 'others', shift: 100_000 },
    { name: 'chance if there are none', others: [], from: 'chance', shift: 0 },
  ])('of a market with few weeks has $name', ({ others, from, shift }) => {
    const levels = others.map(value => ({ target: { shift: value, slope: parts }, stop: atChance }))
    const entry = entryOf(
      samplesWith(30, () => 0.3),
      { others: levels },
    )
    expect(entry.level).toEqual({ target: { shift, slope: parts }, stop: atChance, from })
    expect(entry).toMatchObject({ test: null, tested: null, gate: 'too-few-weeks' })
  })

  test('can be made without any row', () => {
    const none = samplesWith(0, () => 0)
    const entry = modelEntryOf(none, walkForward(none), asked(flat))
    expect(entry).toMatchObject({ rows: 0, effects: [], gate: 'too-few-weeks', level: { from: 'chance' } })
  })
})

const inputs = (chance: number, bin = 0, of: ModelEntry = entries.planted) => ({
  chance: { target: chance, stop: 500 },
  bins: of.effects.map(({ name }) => (name === featureNames[0] ? bin : 0)),
})

describe('an outlook', () => {
  test('is chance without a model, and with a model whose level is that of chance', () => {
    const chance = { target: 210, stop: 480 }
    expect(outlookOf(undefined, { chance, bins: [] })).toEqual({ by: 'chance', ...chance })
    const young = entryOf(samplesWith(30, () => 0.3))
    expect(outlookOf(young, { chance, bins: young.effects.map(() => 0) })).toEqual({ by: 'chance', ...chance })
  })

  test('is the level while the gate is closed, whatever the bins', () => {
    const said = (bin: number) => outlookOf(entries.flat, inputs(160, bin, entries.flat))
    expect(said(1)).toEqual(said(30))
    expect(said(1).by).toBe('level')
    expect(said(1).target).toBe(Math.round(1_000 * sigmoid(atLevel(entries.flat.level.target, 160) / parts)))
  })

  test('follows the effects once the gate is open', () => {
    const bins = entries.planted.effects.find(({ name }) => name === featureNames[0])!.points.length - 1
    const [low, high] = [outlookOf(entries.planted, inputs(160, 1)), outlookOf(entries.planted, inputs(160, bins))]
    expect([low.by, high.by]).toEqual(['learned', 'learned'])
    expect(Math.abs(low.target - 150)).toBeLessThanOrEqual(30)
    expect(Math.abs(high.target - 500)).toBeLessThanOrEqual(30)
  })

  test('never exceeds what was tested, nor 100% in sum', () => {
    const [least, most] = entries.planted.tested!.target
    for (let chance = 0; chance <= 1_000; chance += 25)
      for (const bin of [0, 1, 2]) {
        const { target, stop } = outlookOf(entries.planted, {
          ...inputs(chance, bin),
          chance: { target: chance, stop: 1_000 - chance },
        })
        expect(target).toBeGreaterThanOrEqual(least)
        expect(target).toBeLessThanOrEqual(most)
        expect(target + stop).toBeLessThanOrEqual(1_000)
      }
  })
})

describe('the explanation of an outlook', () => {
  test('sums to the log odds that the outlook is computed from', () => {
    for (const bin of [0, 1, 2]) {
      const { chance, level, effects, rest } = explain(entries.planted, inputs(160, bin))
      const sum = effects.reduce((total, { points }) => total + points, chance + level + rest)
      const { target } = outlookOf({ ...entries.planted, tested: null }, inputs(160, bin))
      expect(Math.round(1_000 * sigmoid(sum / parts))).toBe(target)
    }
  })

  test('names the range of the value, and no effects while the gate is closed', () => {
    const { effects } = explain(entries.planted, inputs(160, 1))
    const own = entries.planted.effects.find(({ name }) => name === featureNames[0])!
    expect(effects.find(({ name }) => name === featureNames[0])).toMatchObject({ over: null, upTo: own.edges[0] })
    expect(explain(entries.flat, inputs(160, 1, entries.flat))).toMatchObject({ effects: [], rest: 0 })
  })
})
