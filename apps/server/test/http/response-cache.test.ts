import { expect, it } from 'vitest'
import { ResponseCache } from '../../src/http/response-cache.ts'

const cacheOf = (most: number) => {
  const made: string[] = []
  const cache = new ResponseCache(most)
  const ask = async (key: string) =>
    await cache.get(key, () => {
      made.push(key)
      return Buffer.alloc(10_000, key)
    })
  return { ask, made }
}

it('the response cache evicts the least recently used response', async () => {
  const { size } = await cacheOf(1).ask('a')
  const { ask, made } = cacheOf((size + 500) * 2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

it('the response cache counts the memory of a key as well as that of its response', async () => {
  const made: number[] = []
  const cache = new ResponseCache(100_000)
  const ask = async (n: number) =>
    await cache.get(`${n} ${'x'.repeat(20_000)}`, () => {
      made.push(n)
      return Buffer.from('[]')
    })
  for (const n of [1, 2, 3, 1]) await ask(n)
  expect(made).toEqual([1, 2, 3, 1])
})

it('a response for the response cache is made once for all concurrent callers, and again after a failure', async () => {
  const { ask, made } = cacheOf(1_000_000)
  const [one, other] = await Promise.all([ask('a'), ask('a')])
  expect([one === other, made]).toEqual([true, ['a']])
  const cache = new ResponseCache(1_000_000)
  const fails = async () =>
    await cache.get('b', () => {
      throw new Error('not now')
    })
  await expect(fails()).rejects.toThrow('not now')
  expect((await cache.get('b', () => Buffer.from('{}'))).size).toBeGreaterThan(0)
})
