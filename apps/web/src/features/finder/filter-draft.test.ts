import type { FinderFilter } from '@finlist/contract/finder'
import { describe, expect, it } from 'vitest'
import { type Draft, draftOf, filterOf, noDraft, wrongOf } from './filter-draft.ts'

const draft = (column: Draft['column'], operation: Draft['operation'], from: string, to = ''): Draft => ({
  column,
  operation,
  from,
  to,
  values: [],
})

describe('a filter can be added only once it has a column, an operation and valid values (FND-21)', () => {
  it.each<[string, Draft, FinderFilter | undefined]>([
    ['no pattern', { ...draft('pattern', '', ''), values: [] }, undefined],
    [
      'patterns, in their fixed order',
      { ...draft('pattern', '', ''), values: ['DB', 'CUP'] },
      { column: 'pattern', operation: 'in', values: ['CUP', 'DB'] },
    ],
    ['no column', draft('', 'gt', '1'), undefined],
    ['no operation', draft('close', '', '1'), undefined],
    ['no value', draft('close', 'gt', ' '), undefined],
    ['no number', draft('close', 'gt', 'dear'), undefined],
    ['one value', draft('close', 'gt', '1.5'), { column: 'close', operation: 'gt', from: 1.5, to: -1 }],
    ['below zero', draft('closeChange', 'lt', '-3'), { column: 'closeChange', operation: 'lt', from: -3, to: -1 }],
    ['an unused second value', draft('close', 'gt', '1', 'x'), { column: 'close', operation: 'gt', from: 1, to: -1 }],
    ['between without an end', draft('close', 'between', '1'), undefined],
    ['between', draft('close', 'between', '1', '2'), { column: 'close', operation: 'between', from: 1, to: 2 }],
    [
      'between one number',
      draft('close', 'between', '2', '2'),
      { column: 'close', operation: 'between', from: 2, to: 2 },
    ],
    ['the end before the start', draft('close', 'between', '2', '1'), undefined],
    ['millions', draft('volume', 'gte', '1.5M'), { column: 'volume', operation: 'gte', from: 1_500_000, to: -1 }],
    ['by 萬', draft('volume', 'gte', '150萬'), { column: 'volume', operation: 'gte', from: 1_500_000, to: -1 }],
    ['by 億', draft('volume', 'gte', '1.5億'), { column: 'volume', operation: 'gte', from: 150_000_000, to: -1 }],
    ['commas', draft('volume', 'gte', '2,500,000'), { column: 'volume', operation: 'gte', from: 2_500_000, to: -1 }],
    ['tickers as numbers', draft('stockCode', 'between', '700', '0005'), undefined],
    [
      'tickers',
      draft('stockCode', 'between', '5', '0700'),
      { column: 'stockCode', operation: 'between', from: '5', to: '0700' },
    ],
    [
      'an industry, by its name',
      draft('subSector', 'between', 'Banks'),
      { column: 'subSector', operation: 'between', from: 'Banks', to: 'Banks' },
    ],
  ])('and has the right form: %s', (_, given, expected) => expect(filterOf(given)).toEqual(expected))
})

it.each<FinderFilter>([
  { column: 'close', operation: 'between', from: 1, to: 2 },
  { column: 'percival_score', operation: 'gte', from: 80, to: -1 },
  { column: 'subSector', operation: 'between', from: 'Banks', to: 'Banks' },
  { column: 'pattern', operation: 'in', values: ['CUP', 'FB'] },
])('a filter opened for editing and saved unchanged remains the same filter: %j', filter =>
  expect(filterOf(draftOf(filter))).toEqual(filter),
)

it.each([
  [
    { column: 'close', operation: 'gt', from: 'dear' },
    { field: 'from', why: 'number' },
  ],
  [
    { column: 'close', operation: 'between', from: '1', to: '1..2' },
    { field: 'to', why: 'number' },
  ],
  [
    { column: 'volume', operation: 'between', from: '20M', to: '1,000' },
    { field: 'to', why: 'order' },
  ],
  [{ column: 'stockCode', operation: 'between', from: '9', to: '700' }, undefined],
  [
    { column: 'stockCode', operation: 'between', from: '700', to: '9' },
    { field: 'to', why: 'order' },
  ],
  [{ column: 'close', operation: 'between', from: '5', to: '' }, undefined],
  [{ column: 'close', operation: 'gt', from: '5', to: '1' }, undefined],
  [{ column: '', operation: 'gt', from: 'dear' }, undefined],
] as const)('the error of a filter with %j is %j', (typed, expected) =>
  expect(wrongOf({ ...noDraft, ...typed })).toEqual(expected),
)
