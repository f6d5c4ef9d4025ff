import { expect, test } from 'vitest'
import { shownDays } from './shown-days.ts'

const alert = (stockCode: string, reportType: 'POSITIVE' | 'NEGATIVE', stockName = '', stockNameZh = '') => ({
  stockCode,
  stockName,
  stockNameZh,
  reportType,
  link: '',
  linkZh: '',
  releaseTime: '',
  inFinList: false,
})
const days = [
  { date: '2026-03-03', stockList: [alert('0700', 'NEGATIVE', 'Harbour Tea', '海港茶'), alert('0007', 'POSITIVE')] },
  { date: '2026-03-02', stockList: [alert('0008', 'NEGATIVE')] },
]
const shown = (asked: { positive?: boolean; typed?: string; among?: ReadonlySet<string>[] }) =>
  shownDays(days, { positive: false, typed: '', ...asked }).map(({ date, stockList }) => [date, stockList.length])

test('profit alerts can be filtered to positive ones, or to stocks whose code or either name matches (PA-03)', () => {
  expect(shown({})).toEqual([
    ['2026-03-03', 2],
    ['2026-03-02', 1],
  ])
  expect(shown({ positive: true })).toEqual([['2026-03-03', 1]])
  expect(shown({ typed: '8' })).toEqual([['2026-03-02', 1]])
  expect(shown({ typed: '茶' })).toEqual([['2026-03-03', 1]])
  expect(shown({ typed: 'harbour', positive: true })).toEqual([])
})

test('profit alerts can be limited to stocks that are in every one of the given sets', () => {
  const own = new Set(['0700', '0008'])
  expect(shown({ among: [own] })).toEqual([
    ['2026-03-03', 1],
    ['2026-03-02', 1],
  ])
  expect(shown({ among: [own, new Set(['0700', '0007'])] })).toEqual([['2026-03-03', 1]])
  expect(shown({ among: [new Set<string>()] })).toEqual([])
})
