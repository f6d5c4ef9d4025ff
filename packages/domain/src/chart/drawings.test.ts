import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Drawing, drawAnew, mostDrawings, nothingDrawn, redo, styleIn, undo } from './drawings.ts'

const line = (id: string): Drawing => ({ id, type: 'horizontal', points: [{ time: 0, price: 1 }] })

describe('undo and redo', () => {
  it('move one step at a time, and stop at the first and the last step', () => {
    const one = drawAnew(nothingDrawn, [line('a')])
    const two = drawAnew(one, [line('a'), line('b')])
    expect(undo(two).now).toEqual([line('a')])
    expect(undo(undo(undo(two))).now).toEqual([])
    expect(redo(undo(two))).toEqual(two)
    expect(redo(two)).toBe(two)
  })

  it('lose the undone steps once a new drawing is made', () => {
    const two = drawAnew(drawAnew(nothingDrawn, [line('a')]), [line('a'), line('b')])
    const other = drawAnew(undo(two), [line('c')])
    expect(redo(other)).toBe(other)
    expect(undo(other).now).toEqual([line('a')])
  })

  it('keep up to a hundred steps of 300 drawings', () => {
    let drawn = nothingDrawn
    for (let at = 0; at < 150; at++) drawn = drawAnew(drawn, [line(String(at))])
    expect(drawn.before).toHaveLength(100)
    const many = Array.from({ length: 400 }, (_, at) => line(String(at)))
    expect(drawAnew(nothingDrawn, many).now).toHaveLength(mostDrawings)
  })

  it('restore the same drawings as a plain list of states would, for any sequence of steps and changes', () => {
    const drawing = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      type: fc.constantFrom('trend', 'brush', 'of another version'),
      points: fc.array(fc.record({ time: fc.integer(), price: fc.integer() }), { minLength: 1, maxLength: 3 }),
      locked: fc.boolean(),
      hidden: fc.boolean(),
      style: fc.constantFrom({}, { colour: 'red' as const }, { width: 4 as const, fill: 0 as const }),
    })
    const step = fc.oneof(
      fc.constant('undo' as const),
      fc.constant('redo' as const),
      fc.array(drawing, { maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), steps => {
        let drawn = nothingDrawn
        let states: (readonly Drawing[])[] = [[]]
        let at = 0
        for (const step of steps) {
          if (step === 'undo') {
            drawn = undo(drawn)
            at = Math.max(at - 1, 0)
          } else if (step === 'redo') {
            drawn = redo(drawn)
            at = Math.min(at + 1, states.length - 1)
          } else {
            drawn = drawAnew(drawn, step)
            states = [...states.slice(0, at + 1), step]
            at++
          }
          expect(drawn.now).toEqual(states[at])
          expect(drawn.after.length).toBe(states.length - 1 - at)
        }
      }),
    )
  })
})

describe('a stored drawing style', () => {
  it.each<[string, Record<string, unknown>, object]>([
    [
      'one of ours',
      { colour: 'red', width: 2.5, line: 'dotted', fill: 0 },
      { colour: 'red', width: 2.5, line: 'dotted', fill: 0 },
    ],
    ['of an earlier saved chart', {}, {}],
    ['an unknown colour', { colour: '#ff0000', width: 4 }, { width: 4 }],
    ['an infinite width', { width: 1e9, fill: '40' }, {}],
  ])('keeps only its valid parts when it is read: %s', (_, stored, own) => expect(styleIn(stored)).toEqual(own))
})
