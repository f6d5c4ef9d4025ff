import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Queue } from '../src/queue.ts'

it('the queue returns the earliest entry first, and equal entries in the order added', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), numbers => {
      const queue = new Queue<{ number: number; place: number }>((one, other) => one.number < other.number)
      const all = numbers.map((number, place) => ({ number, place }))
      for (const one of all) queue.add(one)
      const taken = all.map(() => queue.take())
      expect(taken).toEqual(all.toSorted((one, other) => one.number - other.number || one.place - other.place))
      expect(queue.first).toBeUndefined()
    }),
    { seed: 7 },
  )
})
