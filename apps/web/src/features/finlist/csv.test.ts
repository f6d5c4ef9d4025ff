import { expect, it } from 'vitest'
import { pick } from '../../../test/picks.ts'
import { listToCsv } from './csv.ts'

const [first, second] = [pick(0, { buyPoint: 12.5, patternType: 'FB' }), pick(1)]
const changes = {
  method: 'finlist-1',
  previousDate: '2026-07-10',
  added: [first.stockCode],
  stayed: [{ stockCode: second.stockCode, scoreBefore: 71 }],
  left: [
    { stockCode: '0700', stockName: '=Gone', stockNameZh: '離去', reason: 'broke-out' as const, doubt: null },
    { stockCode: '0941', stockName: 'Unknown', stockNameZh: '', reason: null, doubt: null },
  ],
}
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(','))
const named = (text: string) => {
  const [head, ...rows] = rowsOf(text)
  return rows.map(cells => Object.fromEntries(cells.map((cell, at) => [head![at]!.replace('\uFEFF', ''), cell])))
}

it('the CSV file of a list states which stocks are new or stayed, followed by those that left, with the reason', () => {
  const text = listToCsv([first, second], changes)
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(new Set(rowsOf(text).map(cells => cells.length)).size).toBe(1)
  expect(named(text)).toMatchObject([
    { stockCode: first.stockCode, buyPoint: '12.5', patternType: 'FB', change: 'new', scoreBefore: '', reason: '' },
    { stockCode: second.stockCode, buyPoint: '', patternType: '', change: 'stayed', scoreBefore: '71', reason: '' },
    { stockCode: '0700', stockName: "'=Gone", close: '', change: 'left', reason: 'broke-out' },
    { stockCode: '0941', close: '', change: 'left', reason: '' },
  ])
})

it('the CSV file of a market’s first list says nothing about changes', () => {
  const text = listToCsv([first], { ...changes, previousDate: null, added: [], stayed: [], left: [] })
  expect(named(text)).toMatchObject([{ change: '', reason: '' }])
})

it('every line of a list’s CSV file ends with the given note', () => {
  const rows = named(listToCsv([first, second], changes, 'Demo data'))
  expect(rows.map(({ note }) => note)).toEqual(Array(4).fill('Demo data'))
})
