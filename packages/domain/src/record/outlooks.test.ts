import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parts } from '../learning/exact.ts'
import { type OutlookModel, outlookOf } from '../learning/outlook.ts'
import { OutlooksCheck } from './outlooks.ts'

const level = { shift: 200_000, slope: parts }
const model: OutlookModel & { market: string; until: string } = {
  market: 'HKEX',
  until: '2026-07-10',
  level: { target: level, stop: level, from: 'own' },
  effects: [{ name: 'rank', edges: [50, 90], points: [0, -80_000, 10_000, 90_000] }],
  tested: { target: [10, 400], stop: [100, 800] },
  gate: 'open',
}
const inputs = { chance: { target: 210, stop: 480 }, bins: [3] }
const pick = { ...inputs, ...outlookOf(model, inputs) }
const byChance = { chance: inputs.chance, bins: [], by: 'chance', ...inputs.chance }
const id = 'a'.repeat(64)

const entry = (kind: 'model' | 'issue', body: unknown, more: object = {}) => ({
  kind,
  market: 'HKEX' as const,
  bodyHash: kind === 'model' ? id : 'b'.repeat(64),
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
})
const modelEntry = (change: object = {}) => entry('model', { ...model, ...change })
const issue = (outlooks: unknown, date = '2026-07-17') => entry('issue', { list: { date, picks: [] }, outlooks })
const named = (picks: object) => issue({ model: id, picks })

const masked = ({ kind, market, bodyHash }: ReturnType<typeof issue>) => ({ kind, market, bodyHash })

function check(...entries: Parameters<OutlooksCheck['add']>[0][]) {
  const checking = new OutlooksCheck()
  const faults = entries.map(each => checking.add(each))
  return { fault: faults.at(-1), faults, count: checking.count }
}

describe('the outlooks of an issue', () => {
  it.each<[string, Parameters<typeof check>, number]>([
    ['by a model of an earlier entry', [modelEntry(), named({ 700: pick, 5: pick })], 2],
    ['without a model, by chance', [issue({ model: null, picks: { 700: byChance } })], 1],
    [
      'by a model whose level is that of chance',
      [
        modelEntry({ level: { ...model.level, from: 'chance' }, effects: [], gate: 'too-few-weeks' }),
        named({ 700: byChance }),
      ],
      1,
    ],
    [
      'by the level, because the model is in an alarm of the drift watch',
      [
        modelEntry({ gate: 'drifted' }),
        named({ 700: { ...inputs, ...outlookOf({ ...model, gate: 'closed' }, inputs) } }),
      ],
      1,
    ],
    ['that has none', [issue(undefined)], 0],
    ['whose body is masked', [masked(named({ 700: {} }))], 0],
  ])('%s have no fault', (_, entries, count) => {
    expect(check(...entries)).toMatchObject({ fault: undefined, count })
  })

  it.each<[string, Parameters<typeof check>]>([
    ['that no entry is', [named({ 700: pick })]],
    ['of another market', [entry('model', { ...model, market: 'US' }, { market: 'US' }), named({ 700: pick })]],
    ['trained on prices of the issue’s day', [modelEntry(), issue({ model: id, picks: { 700: pick } }, '2026-07-10')]],
    ['while the issue has no date', [modelEntry(), entry('issue', { outlooks: { model: id, picks: {} } })]],
  ])('that name a model %s are reported', (_, entries) => {
    expect(check(...entries).fault).toBe('outlook-model')
  })

  it('may use a model only after its entry', () => {
    expect(check(named({ 700: pick }), modelEntry()).faults).toEqual(['outlook-model', undefined])
  })

  it.each<[string, object]>([
    ['another target', { target: pick.target + 1 }],
    ['another stop', { stop: pick.stop - 1 }],
    ['another forecast', { by: 'level' }],
    ['another chance', { chance: { target: 250, stop: 480 } }],
    ['another bin', { bins: [1] }],
    ['a bin too many', { bins: [3, 0] }],
    ['a bin that the model does not have', { bins: [4] }],
  ])('that have %s than the model gives are reported', (_, change) => {
    expect(check(modelEntry(), named({ 700: pick, 5: { ...pick, ...change } }))).toMatchObject({
      fault: 'outlook-numbers',
      count: 0,
    })
  })

  it('that have no model but other numbers than chance are reported', () => {
    expect(check(issue({ model: null, picks: { 700: { ...byChance, target: 211 } } })).fault).toBe('outlook-numbers')
    expect(check(issue({ model: null, picks: { 700: { ...byChance, by: 'level' } } })).fault).toBe('outlook-numbers')
  })

  it.each<[string, unknown]>([
    ['no object', 7],
    ['null', null],
    ['no picks', { model: id }],
    ['no model', { picks: {} }],
    ['a number as model', { model: 7, picks: {} }],
    ['a pick without bins', { model: id, picks: { 700: { ...pick, bins: undefined } } }],
    ['a bin below zero', { model: id, picks: { 700: { ...pick, bins: [-1] } } }],
    ['a chance above 1', { model: id, picks: { 700: { ...pick, chance: { target: 1_001, stop: 0 } } } }],
    ['a chance of half a thousandth', { model: id, picks: { 700: { ...pick, chance: { target: 0.5, stop: 0 } } } }],
    ['too many picks', { model: id, picks: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [n, pick])) }],
  ])('that are %s are malformed', (_, outlooks) => {
    expect(check(modelEntry(), issue(outlooks)).fault).toBe('outlooks-malformed')
  })
})

describe('a model’s entry', () => {
  it.each<[string, object]>([
    ['of another market', { market: 'US' }],
    ['without a day', { until: 20_000 }],
    ['without a level', { level: null }],
    ['with a level that is no number', { level: { ...model.level, target: { shift: '1', slope: 1 } } }],
    ['of another gate', { gate: 'ajar' }],
    ['whose points do not match its edges', { effects: [{ name: 'rank', edges: [1], points: [0] }] }],
    ['with fractions of points', { effects: [{ name: 'rank', edges: [], points: [0, 0.5] }] }],
    ['with too many effects', { effects: Array.from({ length: 101 }, () => model.effects[0]) }],
    ['with half a tested range', { tested: { target: [1], stop: [1, 2] } }],
    ['that is too long', { note: 'x'.repeat(20_000) }],
  ])('%s is malformed, and no issue may use it', (_, change) => {
    expect(check(modelEntry(change), named({ 700: pick })).faults).toEqual(['model-malformed', 'outlook-model'])
  })

  it('with infinite points is malformed', () => {
    const body = JSON.stringify(model).replace('90000', '1e999')
    expect(check(entry('model', body)).fault).toBe('model-malformed')
  })
})

const anyJson = fc.jsonValue({ maxDepth: 4 })
/** A copy of the value in which one member, at any depth, is replaced. */
function replaced(value: unknown, path: readonly number[], by: unknown): unknown {
  const [at, ...rest] = path
  if (at === undefined || typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  if (keys.length === 0) return by
  const key = keys[at % keys.length]!
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

it('bodies with anything in place of any member give a fault or none, and throw nothing', () => {
  const path = fc.array(fc.nat(20), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(path, anyJson, path, anyJson, (one, by, other, instead) => {
      const body = { list: { date: '2026-07-17', picks: [] }, outlooks: { model: id, picks: { 700: pick } } }
      const { faults, count } = check(
        entry('model', replaced(model, one, by)),
        entry('issue', replaced(body, other, instead)),
      )
      expect(faults).toHaveLength(2)
      expect(count).toBeLessThanOrEqual(1)
    }),
  )
})

it('bodies that are no JSON, or endlessly nested, throw nothing', () => {
  const deep = `{"market":"HKEX","outlooks":${'['.repeat(9_000)}${']'.repeat(9_000)}}`
  for (const body of ['', '{', 'null', '7', '[]', deep]) {
    expect(check(entry('model', body)).fault).toBe('model-malformed')
    expect([undefined, 'outlooks-malformed']).toContain(check(entry('issue', body)).fault)
  }
})
