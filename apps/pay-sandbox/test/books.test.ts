import { describe, expect, it } from 'vitest'
import { Books, type Row } from '../src/books.ts'

type Card = Row & { owner: string | null; more?: { shelf: string } }
const card = (id: string, owner: string | null): Card => ({ id, owner, more: { shelf: `shelf of ${owner}` } })
const opened = () => {
  const books = new Books(() => 0)
  books.change(() => {
    for (const [id, owner] of [
      ['a', 'ann'],
      ['b', 'bob'],
      ['c', 'ann'],
    ] as const)
      books.put('card', card(id, owner))
  })
  return books
}
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).join('')

describe('an index', () => {
  it('finds rows by a field, oldest first, also when they change hands', () => {
    const books = opened()
    expect(ids(books.by('card', 'owner', 'ann'))).toBe('ac')
    books.change(() => books.put('card', card('b', 'ann')))
    expect(ids(books.by('card', 'owner', 'ann'))).toBe('abc')
    expect(ids(books.by('card', 'owner', 'bob'))).toBe('')
    books.change(() => books.remove('card', 'a'))
    expect(ids(books.by('card', 'owner', 'ann'))).toBe('bc')
  })

  it('finds by a field of a field', () => expect(ids(opened().by('card', 'more.shelf', 'shelf of bob'))).toBe('b'))
})

describe('a change that fails', () => {
  it('leaves rows, their order and every index as they were', () => {
    const books = opened()
    books.by('card', 'owner', 'ann')
    const fail = () =>
      books.change(() => {
        books.put('card', card('a', 'bob'))
        books.remove('card', 'b')
        books.put('card', card('d', 'ann'))
        books.remove('card', 'd')
        books.put('card', card('b', 'ann'))
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(ids(books.all('card'))).toBe('abc')
    expect(ids(books.by('card', 'owner', 'ann'))).toBe('ac')
    expect(ids(books.by('card', 'owner', 'bob'))).toBe('b')
    expect(books.find('card', 'd')).toBeUndefined()
  })

  it('is heard of by followers, so that what they know is true again', () => {
    const books = opened()
    const known = new Map<string, Row | undefined>()
    books.follow((_kind, id, row) => void known.set(id, row))
    const { undo } = books.change(() => {
      books.put('card', card('a', 'bob'))
      books.put('card', card('e', 'eve'))
    })
    expect(known.get('e')).toBeDefined()
    undo()
    expect(known.get('a')).toEqual(card('a', 'ann'))
    expect(known.get('e')).toBeUndefined()
  })
})

it('a clock that is moved moves back with the change', () => {
  const books = new Books(() => 5_999)
  expect(books.now()).toBe(5)
  const { undo } = books.change(() => books.put('_clock', { id: 'global', ahead: 60 } as Row))
  expect(books.now()).toBe(65)
  undo()
  expect(books.now()).toBe(5)
  expect(books.at(3, () => books.now())).toBe(3)
})

it('writes only within a change, and not within two', () => {
  const books = opened()
  expect(() => books.put('card', card('x', null))).toThrow('only within a change')
  expect(() => books.change(() => books.change(() => undefined))).toThrow('a change within a change')
})
