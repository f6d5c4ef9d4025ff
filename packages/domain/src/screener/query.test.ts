import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureNames, isFlag, isNumber, isText } from './figures.ts'
import { type Condition, comparisons, type Expression, parseQuery, QueryError, writeQuery } from './query.ts'
import { queryLimits } from './query-limits.ts'

const compare = (figure: string, is: string, number: number) => ({ kind: 'compare', figure, is, to: { number } })

describe('a query is read as the expression it means:', () => {
  it.each<[string, unknown]>([
    ['rs > 90', compare('rs', '>', 90)],
    ['RS>90', compare('rs', '>', 90)],
    ['dist50<5%', compare('dist50', '<', 5)],
    ['change1m >= -2.5', compare('change1m', '>=', -2.5)],
    ['avgturnover > 10M', compare('avgturnover', '>', 10_000_000)],
    ['volume > 1.5k', compare('volume', '>', 1_500)],
    ['turnover >= 2b', compare('turnover', '>=', 2_000_000_000)],
    ['score != 0', compare('score', '!=', 0)],
    ['rs = 80..99', { kind: 'range', figure: 'rs', from: 80, to: 99 }],
    ['dist50 = -5%..1.5%', { kind: 'range', figure: 'dist50', from: -5, to: 1.5 }],
    ['rs = 80', compare('rs', '=', 80)],
    ['listed', { kind: 'flag', figure: 'listed' }],
    ['base = CWH', { kind: 'text', figure: 'base', values: ['CWH'] }],
    ['base = "high-tight-flag"', { kind: 'text', figure: 'base', values: ['high-tight-flag'] }],
    ['sector in ("Health care", Energy)', { kind: 'text', figure: 'sector', values: ['Health care', 'Energy'] }],
    ['sector = "and"', { kind: 'text', figure: 'sector', values: ['and'] }],
    ['top 10% rs', { kind: 'extreme', side: 'top', amount: 10, unit: 'percent', figure: 'rs' }],
    ['bottom 50 atr', { kind: 'extreme', side: 'bottom', amount: 50, unit: 'stocks', figure: 'atr' }],
    ['price > sma50', { kind: 'compare', figure: 'price', is: '>', to: { figure: 'sma50', times: 1 } }],
    ['price < 1.05 * sma50', { kind: 'compare', figure: 'price', is: '<', to: { figure: 'sma50', times: 1.05 } }],
    [
      'change3m > 2 * sector(change3m)',
      { kind: 'compare', figure: 'change3m', is: '>', to: { figure: 'change3m', times: 2, of: 'sector' } },
    ],
    ['not listed', { kind: 'not', part: { kind: 'flag', figure: 'listed' } }],
    [
      'rs > 90 and score > 50 or listed',
      {
        kind: 'or',
        parts: [
          { kind: 'and', parts: [compare('rs', '>', 90), compare('score', '>', 50)] },
          { kind: 'flag', figure: 'listed' },
        ],
      },
    ],
    [
      'rs > 90 and (score > 50 or listed)',
      {
        kind: 'and',
        parts: [
          compare('rs', '>', 90),
          { kind: 'or', parts: [compare('score', '>', 50), { kind: 'flag', figure: 'listed' }] },
        ],
      },
    ],
    ['((rs > 90))', compare('rs', '>', 90)],
    ['', undefined],
    ['  \n ', undefined],
  ])('%s', (query, expected) => expect(parseQuery(query)).toEqual(expected))
})

describe('a mistake is named with its place:', () => {
  const many = Array.from({ length: queryLimits.conditions + 1 }, () => 'listed').join(' or ')
  const values = `sector in (${Array.from({ length: queryLimits.values + 1 }, (_, at) => `s${at}`).join(', ')})`
  it.each<[string, string, string]>([
    ['rx > 90', 'unknown-figure', 'rx'],
    ['rs > ', 'operand-expected', ''],
    ['rs 90', 'comparison-expected', '90'],
    ['rs > 90 score > 5', 'and-or-expected', 'score'],
    ['rs > 90 and', 'figure-expected', ''],
    ['(rs > 90', 'bracket-expected', ''],
    ['rs > 90)', 'and-or-expected', ')'],
    ['rs = 90..80', 'range-reversed', '90..80'],
    ['rs = 80..x', 'number-expected', 'x'],
    ['base > 3', 'equals-expected', '>'],
    ['base = 3', 'text-expected', '3'],
    ['base in CWH', 'bracket-expected', 'CWH'],
    ['sector = "Banks', 'unclosed-text', '"Banks'],
    ['top 0% rs', 'amount-wrong', '0'],
    ['top 101% rs', 'amount-wrong', '101'],
    ['top 2.5 rs', 'amount-wrong', '2.5'],
    ['top 10% base', 'number-figure-expected', 'base'],
    ['top rs', 'number-expected', 'rs'],
    ['price > base', 'number-figure-expected', 'base'],
    ['change1m > sector(sector)', 'number-figure-expected', 'sector'],
    ['volume > 9999999b', 'number-too-large', '9999999b'],
    ['rs > 90 & score > 5', 'unknown-character', '&'],
    [many, 'too-many-conditions', 'listed'],
    [values, 'too-many-values', `s${queryLimits.values}`],
  ])('%s', (query, code, at) => {
    const error = mistakeIn(query)
    expect([error.code, query.slice(error.from, error.to)]).toEqual([code, at])
  })

  it.each([
    ['brackets', `${'('.repeat(queryLimits.depth + 1)}listed${')'.repeat(queryLimits.depth + 1)}`],
    ['negations', `${'not '.repeat(queryLimits.depth + 1)}listed`],
  ])('too many %s inside each other', (_, query) => expect(mistakeIn(query).code).toBe('too-deep'))

  it('a query that is too long is not read', () => {
    expect(mistakeIn(`listed${' '.repeat(queryLimits.characters)}`)).toMatchObject({
      code: 'too-long',
      from: queryLimits.characters,
    })
  })
})

function errorIn(query: string): unknown {
  try {
    parseQuery(query)
    return undefined
  } catch (error) {
    return error
  }
}

function mistakeIn(query: string): QueryError {
  const error = errorIn(query)
  if (error instanceof QueryError) return error
  throw new Error(`no mistake found in ${query}`)
}

const numbers = fc.constantFrom(...figureNames.filter(isNumber))
const number = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.integer({ min: -9_999, max: 9_999 }).map(n => n / 100),
)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('flag' as const), figure: fc.constantFrom(...figureNames.filter(isFlag)) }),
  fc.tuple(numbers, number, number).map(([figure, one, other]) => ({
    kind: 'range' as const,
    figure,
    from: Math.min(one, other),
    to: Math.max(one, other),
  })),
  fc.record({
    kind: fc.constant('text' as const),
    figure: fc.constantFrom(...figureNames.filter(isText)),
    values: fc.array(fc.stringMatching(/^[^"]{1,8}$/), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('extreme' as const),
    figure: numbers,
    side: fc.constantFrom('top' as const, 'bottom' as const),
    amount: fc.integer({ min: 1, max: 100 }),
    unit: fc.constantFrom('percent' as const, 'stocks' as const),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    figure: numbers,
    is: fc.constantFrom(...comparisons),
    to: fc.oneof(
      fc.record({ number }),
      fc.record({ figure: numbers, times: number }),
      fc.record({ figure: numbers, times: number, of: fc.constant('sector' as const) }),
    ),
  }),
)
const { expression } = fc.letrec<{ expression: Expression }>(tie => ({
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), part: tie('expression') }),
  ),
}))

it('what is written is read as the same expression', () => {
  fc.assert(
    fc.property(expression, whole => {
      const written = writeQuery(whole)
      fc.pre(written.length <= queryLimits.characters)
      expect(parseQuery(written)).toEqual(whole)
    }),
  )
})

it('any text is either read or refused with a place inside it', () => {
  const words = ['rs', '>', '90', 'and', 'or', 'not', '(', ')', 'top', '%', '..', '*', 'sector', '"x"', '=']
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...words)).map(all => all.join(' ')),
  )
  fc.assert(
    fc.property(texts, query => {
      const error = errorIn(query)
      expect(error === undefined || error instanceof QueryError).toBe(true)
      const { from, to } = (error ?? { from: 0, to: 0 }) as QueryError
      expect(0 <= from && from <= to && to <= query.length).toBe(true)
    }),
  )
})
