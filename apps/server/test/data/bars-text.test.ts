import { expect, it } from 'vitest'
import { barsText } from '../../src/features/chart/bars-text.ts'

const bar = (day: number, volume: number) => ({
  time: day * 86_400_000,
  open: 1.5,
  high: 2,
  low: 0.25,
  close: 1,
  volume,
})
const cases = {
  'no bar': [],
  'one bar': [bar(20_000, 10)],
  'the first day of 1970, whose time has no digits to add': [bar(0, 0), bar(1, 0)],
  'days before 1970': [bar(-1, 7), bar(0, 1_000_000_000_000)],
}

it.each(Object.entries(cases))('%s: the columnar response has the same bars as the rows', (_, bars) => {
  const column = (name: 'open' | 'high' | 'low' | 'close' | 'volume') => bars.map(it => it[name]).join(',')
  const t = bars.map(({ time }) => time / 1_000).join(',')
  const columns = {
    t,
    o: column('open'),
    h: column('high'),
    l: column('low'),
    c: column('close'),
    v: column('volume'),
  }
  expect(JSON.parse(barsText(columns, '{"bars":[', ']}').toString())).toEqual({ bars })
})
