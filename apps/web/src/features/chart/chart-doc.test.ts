import { chartKinds } from '@finlist/domain/chart/chart-kinds'
import type { Drawing } from '@finlist/domain/chart/drawings'
import { usualStudies } from '@finlist/domain/chart/studies'
import { expect, it } from 'vitest'
import { drawingsIn, heightsIn, readChart, readTemplate, studiesIn, writeChart, writeTemplate } from './chart-doc.ts'

const line: Drawing = { id: 'a', type: 'horizontal', points: [{ time: 1, price: 2.5 }] }
const note: Drawing = { id: 'b', type: 'text', points: [{ time: 1, price: 2 }], text: '突破', locked: true }
const styled: Drawing = {
  id: 'c',
  type: 'long-position',
  points: [1, 2, 3].map(time => ({ time, price: time })),
  style: { colour: 'red', width: 2.5, line: 'dashed', fill: 0 },
  hidden: true,
  asTraded: true,
}
const chart = {
  symbol: 'HKEX:0700',
  resolution: '1W',
  scale: 'log',
  compared: [{ symbol: 'US:AAPL', colour: 'rose' }],
  kind: 'bars',
  studies: usualStudies,
  heights: { price: 3, volume: 1.5 },
  drawings: { 'HKEX:0700': [line, note, styled], 'HKEX:0005': [line] },
} as const

it('a saved chart opens as it was saved, with the drawings of each symbol', () => {
  const doc = readChart(writeChart(chart))!
  expect(doc).toMatchObject({ v: 1, symbol: 'HKEX:0700', resolution: '1W', scale: 'log', kind: 'bars' })
  expect(doc.compared).toEqual(chart.compared)
  expect(studiesIn(doc)).toEqual(usualStudies)
  expect(heightsIn(doc)).toEqual(chart.heights)
  expect(drawingsIn(doc)).toEqual(chart.drawings)
  expect(doc).not.toHaveProperty('range')
})

it('a chart saved by an older version opens with its drawings; unknown parts of a chart saved by a newer version are kept', () => {
  const before = {
    id: 'a',
    type: 'channel',
    points: [1, 2, 3].map(time => ({ time, price: time })),
    style: {},
    locked: true,
  }
  const newer = { id: 'z', type: 'gann-fan', points: [{ time: 1, price: 2 }], style: { colour: 'gold', width: 4 } }
  const content = JSON.stringify({ ...JSON.parse(writeChart(chart)), drawings: [before, newer] })
  const drawn = drawingsIn(readChart(content)!)
  const { style: _, ...plain } = before
  expect(drawn).toEqual({ 'HKEX:0700': [plain, { ...newer, style: { width: 4 } }] })
  expect(readChart(writeChart({ ...chart, drawings: drawn }))!.drawings.map(({ type }) => type)).toEqual([
    'channel',
    'gann-fan',
  ])
})

it('a chart saved by a version without comparisons opens without any', () => {
  const { compared: _, ...before } = JSON.parse(writeChart(chart))
  expect(readChart(JSON.stringify(before))?.compared).toEqual([])
})

it('a chart template contains studies and their panes', () => {
  const doc = readTemplate(writeTemplate(usualStudies, { price: 3 }))!
  expect([studiesIn(doc), heightsIn(doc)]).toEqual([usualStudies, { price: 3 }])
})

it('styles of a saved chart are restored, except for unknown values', () => {
  const study = { id: 'x', type: 'EMA', params: { length: 21 } }
  const style = { colour: 'teal', width: 3, line: 'dashed', hidden: true } as const
  const written = writeTemplate([{ ...study, style }], {})
  expect(studiesIn(readTemplate(written)!)).toEqual([{ ...study, style }])
  const foreign = written.replace('"width":3', '"width":99').replace('"dashed"', '"wavy"').replace('"teal"', '7')
  expect(studiesIn(readTemplate(foreign)!)).toEqual([{ ...study, style: { hidden: true } }])
})

it.each(chartKinds)('a saved chart of %s opens with that bar shape', kind =>
  expect(readChart(writeChart({ ...chart, kind }))!.kind).toBe(kind),
)

it('a chart or template saved before there were styles still opens', () => {
  const studies = [
    { id: 'average', type: 'SMA', params: { length: null }, style: {}, pane: 'price' },
    { id: 'm', type: 'MACD', params: { fast: 12, slow: 26, signal: 9 }, style: {}, pane: 'm' },
  ]
  const before = { v: 1, studies, panes: [{ id: 'price', height: 3 }] }
  const plain = studies.map(({ id, type, params }) => ({ id, type, params }))
  expect(studiesIn(readTemplate(JSON.stringify(before))!)).toEqual(plain)
  const saved = { ...before, symbol: 'HKEX:0700', resolution: '1D', scale: 'linear', drawings: [] }
  const doc = readChart(JSON.stringify(saved))!
  expect([doc.kind, studiesIn(doc)]).toEqual(['candles', plain])
})

it.each([
  ['another program’s content', '{"charts":[{"panes":[]}]}'],
  ['a future version', JSON.stringify({ ...JSON.parse(writeChart(chart)), v: 2 })],
  ['no JSON', 'hello'],
  ['an unknown study', writeChart(chart).replace('"VOL"', '"XYZ"')],
])('a saved chart with %s is not opened', (_, content) => expect(readChart(content)).toBeUndefined())
