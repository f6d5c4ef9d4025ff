import { describe, expect, it } from 'vitest'
import { type Row, Store } from '../src/store.ts'

type Card = Row & { owner: string | null; more?: { table: string } }
const card = (id: string, owner: string | null): Card => ({ id, owner, more: { table: `table of ${owner}` } })
const opened = () => {
  const store = new Store(() => 0)
  store.change(() => {
    for (const [id, owner] of [
      ['a', 'ann'],
      ['b', 'bob'],
      ['c', 'ann'],
    ] as const)
      store.put('card', card(id, owner))
  })
  return store
}
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).join('')

describe('an index of the sandbox’s store', () => {
  it('finds rows by a field, oldest first, even after the field changes', () => {
    const store = opened()
    expect(ids(store.by('card', 'owner', 'ann'))).toBe('ac')
    store.change(() => store.put('card', card('b', 'ann')))
    expect(ids(store.by('card', 'owner', 'ann'))).toBe('abc')
    expect(ids(store.by('card', 'owner', 'bob'))).toBe('')
    store.change(() => store.remove('card', 'a'))
    expect(ids(store.by('card', 'owner', 'ann'))).toBe('bc')
  })

  it('finds rows by a nested field', () => expect(ids(opened().by('card', 'more.table', 'table of bob'))).toBe('b'))
})

describe('an undone change of the store', () => {
  it('leaves rows, their order and every index as they were before', () => {
    const store = opened()
    store.by('card', 'owner', 'ann')
    const fail = () =>
      store.change(() => {
        store.put('card', card('a', 'bob'))
        store.remove('card', 'b')
        store.put('card', card('d', 'ann'))
        store.remove('card', 'd')
        store.put('card', card('b', 'ann'))
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(ids(store.all('card'))).toBe('abc')
    expect(ids(store.by('card', 'owner', 'ann'))).toBe('ac')
    expect(ids(store.by('card', 'owner', 'bob'))).toBe('b')
    expect(store.find('card', 'd')).toBeUndefined()
  })

  it('passes the restored rows to followers', () => {
    const store = opened()
    const known = new Map<string, Row | undefined>()
    store.follow((_kind, id, row) => void known.set(id, row))
    const { undo } = store.change(() => {
      store.put('card', card('a', 'bob'))
      store.put('card', card('e', 'eve'))
    })
    expect(known.get('e')).toBeDefined()
    undo()
    expect(known.get('a')).toEqual(card('a', 'ann'))
    expect(known.get('e')).toBeUndefined()
  })
})

it('undoing a clock change moves the clock back', () => {
  const store = new Store(() => 5_999)
  expect(store.now()).toBe(5)
  const { undo } = store.change(() => store.put('_clock', { id: 'global', ahead: 60 } as Row))
  expect(store.now()).toBe(65)
  undo()
  expect(store.now()).toBe(5)
  expect(store.at(3, () => store.now())).toBe(3)
})

it('the store accepts writes only within a change, and refuses nested changes', () => {
  const store = opened()
  expect(() => store.put('card', card('x', null))).toThrow('only within a change')
  expect(() => store.change(() => store.change(() => undefined))).toThrow('a change within a change')
})

it('a store made from another store’s rows has the same rows in the same order', () => {
  const store = opened()
  store.change(() => store.put('purse', card('d', 'bob')))
  store.change(() => store.put('card', card('a', 'eve')))
  const copy = new Store(() => 0, store.rows())
  expect(copy.all('card')).toEqual(store.all('card'))
  expect(copy.by('purse', 'owner', 'bob')).toEqual([card('d', 'bob')])
})
