import { expect, it } from 'vitest'
import { type Drawing, drawAnew, mostDrawings, nothingDrawn, redo, undo } from './drawings.ts'

const line = (id: string): Drawing => ({ id, type: 'horizontal', points: [{ time: 0, price: 1 }] })

it('goes back and forth over what was drawn', () => {
  const one = drawAnew(nothingDrawn, [line('a')])
  const two = drawAnew(one, [line('a'), line('b')])
  expect(undo(two).now).toEqual([line('a')])
  expect(undo(undo(two)).now).toEqual([])
  expect(undo(undo(undo(two))).now).toEqual([])
  expect(redo(undo(two))).toEqual(two)
  expect(redo(two)).toBe(two)
})

it('forgets what was undone once something new is drawn', () => {
  const two = drawAnew(drawAnew(nothingDrawn, [line('a')]), [line('a'), line('b')])
  const other = drawAnew(undo(two), [line('c')])
  expect(redo(other)).toBe(other)
  expect(undo(other).now).toEqual([line('a')])
})

it('remembers a hundred steps and holds 300 drawings', () => {
  let drawn = nothingDrawn
  for (let at = 0; at < 150; at++) drawn = drawAnew(drawn, [line(String(at))])
  expect(drawn.before).toHaveLength(100)
  const many = Array.from({ length: 400 }, (_, at) => line(String(at)))
  expect(drawAnew(nothingDrawn, many).now).toHaveLength(mostDrawings)
})
