import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDay } from '../picking/days.ts'
import { type BarFault, BarsError, BarsReader, barLimits } from './bars-reader.ts'

const day = 20_650
const head = 'code,date,high,low,close,volume,split\n'
const read = (text: string, pieces = [text]) => {
  const reader = new BarsReader(day)
  for (const piece of pieces) reader.push(piece)
  return reader.end()
}
function faultOf(text: string): { fault: BarFault; line: number } | undefined {
  try {
    read(text)
    return undefined
  } catch (error) {
    if (!(error instanceof BarsError)) throw error
    return { fault: error.fault, line: error.line }
  }
}
const today = isoDay(day)
const row = `700,${today},2,1,1.5,100,`

describe('bars read from a CSV file', () => {
  it('are read with columns in any order, by name, and without bars that the method would not use', () => {
    const text = [
      '\uFEFFDate,stockCode,Open,close,high,low,volume,Split',
      `${isoDay(day - 900)},700,9,9,9,9,9,`,
      `${isoDay(day - 1)},"700",1,1.5,2,1,100,2:1`,
      `${today},700,1,1.25,2,1,200,`,
      `${isoDay(day + 1)},700,9,9,9,9,9,`,
      `${today},5,,,,,,3:2`,
      '',
    ].join('\r\n')
    expect(read(text)).toEqual([
      {
        code: '700',
        days: [day - 1, day],
        high: [2, 2],
        low: [1, 1],
        close: [1.5, 1.25],
        volume: [100, 200],
        splits: [{ exDay: day - 1, numerator: 2, denominator: 1 }],
      },
      {
        code: '5',
        days: [],
        high: [],
        low: [],
        close: [],
        volume: [],
        splits: [{ exDay: day, numerator: 3, denominator: 2 }],
      },
    ])
  })

  it('are the same wherever the file is split into chunks', () => {
    const text = `${head}${Array.from({ length: 20 }, (_, n) => `S${n % 3},${isoDay(day - 20 + n)},2,1,1.5,${n},\n`).join('')}`
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), cuts => {
        const at = [0, ...cuts.toSorted((one, other) => one - other), text.length]
        const pieces = at.slice(1).map((end, n) => text.slice(at[n], end))
        expect(read(text, pieces)).toEqual(read(text))
      }),
    )
  })

  it.each<[string, string, BarFault, number]>([
    ['nothing', '', 'columns', 1],
    ['a header that lacks a column', 'code,date,high,low,close\n', 'columns', 1],
    ['no code', `${head},${today},2,1,1.5,100,\n`, 'cells', 2],
    ['a long code', `${head}${'7'.repeat(13)},${today},2,1,1.5,100,\n`, 'cells', 2],
    ['another date', `${head}${row}\n700,17/07/2026,2,1,1,1,\n`, 'date', 3],
    ['an invalid day', `${head}700,2026-13-01,2,1,1,1,\n`, 'date', 2],
    ['a word instead of a number', `${head}700,${today},2,1,x,1,\n`, 'number', 2],
    ['too large a number', `${head}700,${today},1e9,1,1,1,\n`, 'number', 2],
    ['a negative number', `${head}700,${today},2,1,-1,1,\n`, 'number', 2],
    ['a missing one', `${head}700,${today},2,1,1\n`, 'number', 2],
    ['a split in another format', `${head}700,${today},2,1,1,1,2/1\n`, 'split', 2],
    ['a split by zero', `${head}700,${today},2,1,1,1,2:0\n`, 'split', 2],
    ['a day twice', `${head}${row}\n${row}\n`, 'order', 3],
    ['decreasing days', `${head}${row}\n700,${isoDay(day - 1)},2,1,1,1,\n`, 'order', 3],
    ['a long line', `${head}${row}${'x'.repeat(1_001)}\n`, 'line', 2],
    ['an unterminated line', `${head}${'x'.repeat(2_000)}`, 'line', 2],
  ])('are refused with the number of the line: %s', (_, text, fault, line) =>
    expect(faultOf(text)).toEqual({ fault, line }),
  )

  it('are refused if the file is over 200 MB, and are kept in memory only if needed', { tags: ['slow'] }, () => {
    const reader = new BarsReader(day)
    reader.push(head)
    const old = `700,${isoDay(day - 5_000)},1,1,1,1,\n`
    expect(() => {
      for (let n = 0; n <= barLimits.bytes / old.length; n++) reader.push(n === 0 ? old : '\n'.repeat(old.length))
    }).toThrow(/bytes/)
  })

  it('are refused if the file has too many stocks', () => {
    const text = Array.from({ length: barLimits.stocks + 1 }, (_, n) => `${n},${today},2,1,1,1,\n`).join('')
    expect(faultOf(head + text)).toEqual({ fault: 'stocks', line: barLimits.stocks + 2 })
  })

  it('result in either stocks or a named fault, whatever the file contains', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(',', '\n', '7', '0', ':', '.', '-', '"', 'x', ' ', today) }),
        text => {
          const found = faultOf(head + text)
          expect(found === undefined || found.line > 0).toBe(true)
        },
      ),
    ))
})
