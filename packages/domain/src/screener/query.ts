import {
  type FigureName,
  type FlagName,
  isFigure,
  isFlag,
  isNumber,
  isText,
  type NumberName,
  type TextName,
} from './figures.ts'
import { queryLimits } from './query-limits.ts'

export const comparisons = ['<', '<=', '>', '>=', '=', '!='] as const
export type Comparison = (typeof comparisons)[number]

/**
 * What a figure is compared with: a number, or a multiple of another figure of the same stock or, with `of`, of that
 * figure's median in the stock's sector.
 */
export type Operand = { number: number } | { figure: NumberName; times: number; of?: 'sector' }

export type Condition =
  | { kind: 'compare'; figure: NumberName; is: Comparison; to: Operand }
  /** Both ends are included. */
  | { kind: 'range'; figure: NumberName; from: number; to: number }
  /** The text is one of the values, ignoring case. */
  | { kind: 'text'; figure: TextName; values: string[] }
  | { kind: 'flag'; figure: FlagName }
  /** The stocks of each market with the largest or smallest values. */
  | { kind: 'extreme'; figure: NumberName; side: 'top' | 'bottom'; amount: number; unit: 'percent' | 'stocks' }
export type Expression = Condition | { kind: 'and' | 'or'; parts: Expression[] } | { kind: 'not'; part: Expression }

export type QueryErrorCode =
  | 'too-long'
  | 'too-many-conditions'
  | 'too-many-values'
  | 'too-deep'
  | 'unknown-character'
  | 'unclosed-text'
  | 'unknown-figure'
  | 'figure-expected'
  | 'number-figure-expected'
  | 'comparison-expected'
  | 'equals-expected'
  | 'operand-expected'
  | 'number-expected'
  | 'number-too-large'
  | 'text-expected'
  | 'range-reversed'
  | 'amount-wrong'
  | 'bracket-expected'
  | 'and-or-expected'

/** A mistake in a query, and the characters from `from` until just before `to` that it concerns. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly code: QueryErrorCode
  readonly from: number
  readonly to: number

  constructor(code: QueryErrorCode, from: number, to: number) {
    super(`${code} at ${from}`)
    this.code = code
    this.from = from
    this.to = to
  }
}

type Kind = 'name' | 'number' | 'text' | 'sign' | 'end'
type Token = { kind: Kind; text: string; from: number; to: number }

const pattern =
  /(?<space>\s+)|(?<text>"[^"]*")|(?<number>-?(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[kmb](?![a-z0-9]))?)|(?<name>[a-z][a-z0-9]*)|(?<sign><=|>=|!=|\.\.|[<>=(),%*])/iy

/** The parts of a query; the last has the kind `end`. Throws a `QueryError`. */
function tokensOf(query: string): Token[] {
  if (query.length > queryLimits.characters) throw new QueryError('too-long', queryLimits.characters, query.length)
  const tokens: Token[] = []
  let at = 0
  while (at < query.length) {
    pattern.lastIndex = at
    const groups = pattern.exec(query)?.groups
    if (!groups) {
      const code = query[at] === '"' ? 'unclosed-text' : 'unknown-character'
      throw new QueryError(code, at, code === 'unclosed-text' ? query.length : at + 1)
    }
    const [kind, text] = Object.entries(groups).find(([, found]) => found !== undefined) as [Kind | 'space', string]
    if (kind !== 'space') tokens.push({ kind, text, from: at, to: at + text.length })
    at += text.length
  }
  return [...tokens, { kind: 'end', text: '', from: query.length, to: query.length }]
}

/**
 * Reads a query, such as `rs > 90 and (dist50 < 5% or base = "CWH")`. `and` binds more tightly than `or`. Undefined for
 * an empty query, which every stock meets. Throws a `QueryError`.
 */
export function parseQuery(query: string): Expression | undefined {
  const reader = new Reader(tokensOf(query))
  return reader.isAtEnd ? undefined : reader.whole()
}

const units: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 }
const mostNumber = 1e15

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #conditions = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get #next(): Token {
    return this.#tokens[this.#at]!
  }

  get isAtEnd(): boolean {
    return this.#next.kind === 'end'
  }

  whole(): Expression {
    const expression = this.#either(0)
    if (!this.isAtEnd) this.#fail('and-or-expected')
    return expression
  }

  #either(depth: number): Expression {
    if (depth > queryLimits.depth) this.#fail('too-deep')
    return this.#joined('or', () => this.#joined('and', () => this.#single(depth)))
  }

  #joined(kind: 'and' | 'or', part: () => Expression): Expression {
    const parts = [part()]
    while (this.#takes(kind)) parts.push(part())
    return parts.length === 1 ? parts[0]! : { kind, parts }
  }

  #single(depth: number): Expression {
    if (this.#takes('not')) {
      if (depth + 1 > queryLimits.depth) this.#fail('too-deep')
      return { kind: 'not', part: this.#single(depth + 1) }
    }
    if (this.#takes('(')) {
      const inside = this.#either(depth + 1)
      this.#must(')', 'bracket-expected')
      return inside
    }
    if (++this.#conditions > queryLimits.conditions) this.#fail('too-many-conditions')
    return this.#condition()
  }

  #condition(): Condition {
    const side = this.#takes('top') ? 'top' : this.#takes('bottom') ? 'bottom' : undefined
    if (side) return this.#extreme(side)
    const figure = this.#figure()
    if (isFlag(figure)) return { kind: 'flag', figure }
    if (isText(figure)) return this.#text(figure)
    return this.#number(figure as NumberName)
  }

  #extreme(side: 'top' | 'bottom'): Condition {
    const token = this.#next
    const amount = this.#plainNumber()
    const unit = this.#takes('%') ? 'percent' : 'stocks'
    const isWrong = amount <= 0 || (unit === 'percent' ? amount > 100 : !Number.isInteger(amount) || amount > 10_000)
    if (isWrong) throw new QueryError('amount-wrong', token.from, token.to)
    return { kind: 'extreme', side, amount, unit, figure: this.#numberFigure() }
  }

  #text(figure: TextName): Condition {
    if (this.#takes('=')) return { kind: 'text', figure, values: [this.#textValue()] }
    if (!this.#takes('in')) this.#fail('equals-expected')
    this.#must('(', 'bracket-expected')
    const values: string[] = []
    do {
      if (values.length === queryLimits.values) this.#fail('too-many-values')
      values.push(this.#textValue())
    } while (this.#takes(','))
    this.#must(')', 'bracket-expected')
    return { kind: 'text', figure, values }
  }

  #number(figure: NumberName): Condition {
    const sign = this.#next
    const is = comparisons.find(known => known === sign.text)
    if (!is) this.#fail('comparison-expected')
    this.#at++
    const start = this.#next
    const to = this.#operand()
    if (is !== '=' || !('number' in to) || !this.#takes('..')) return { kind: 'compare', figure, is, to }
    const until = this.#amount()
    if (until < to.number) throw new QueryError('range-reversed', start.from, this.#tokens[this.#at - 1]!.to)
    return { kind: 'range', figure, from: to.number, to: until }
  }

  #operand(): Operand {
    if (this.#next.kind !== 'number') return this.#figureOperand(1)
    const number = this.#amount()
    return this.#takes('*') ? this.#figureOperand(number) : { number }
  }

  #figureOperand(times: number): Operand {
    const { kind, text } = this.#next
    if (kind !== 'name') this.#fail('operand-expected')
    if (text.toLowerCase() !== 'sector') return { figure: this.#numberFigure(), times }
    this.#at++
    this.#must('(', 'bracket-expected')
    const figure = this.#numberFigure()
    this.#must(')', 'bracket-expected')
    return { figure, times, of: 'sector' }
  }

  #figure(): FigureName {
    const { kind, text } = this.#next
    if (kind !== 'name') this.#fail('figure-expected')
    const name = text.toLowerCase()
    if (!isFigure(name)) this.#fail('unknown-figure')
    this.#at++
    return name
  }

  #numberFigure(): NumberName {
    const token = this.#next
    const figure = this.#figure()
    if (!isNumber(figure)) throw new QueryError('number-figure-expected', token.from, token.to)
    return figure
  }

  /** A number, with or without a percent sign. */
  #amount(): number {
    const number = this.#plainNumber()
    this.#takes('%')
    return number
  }

  #plainNumber(): number {
    const { kind, text } = this.#next
    if (kind !== 'number') this.#fail('number-expected')
    const unit = units[text.at(-1)!.toLowerCase()]
    const number = unit === undefined ? Number(text) : Number(text.slice(0, -1)) * unit
    if (Math.abs(number) > mostNumber) this.#fail('number-too-large')
    this.#at++
    return number
  }

  #textValue(): string {
    const { kind, text } = this.#next
    if (kind !== 'text' && kind !== 'name') this.#fail('text-expected')
    this.#at++
    return kind === 'text' ? text.slice(1, -1) : text
  }

  #takes(word: string): boolean {
    const { kind, text } = this.#next
    const found = kind !== 'text' && text.toLowerCase() === word
    if (found) this.#at++
    return found
  }

  #must(word: string, code: QueryErrorCode): void {
    if (!this.#takes(word)) this.#fail(code)
  }

  #fail(code: QueryErrorCode): never {
    const { from, to } = this.#next
    throw new QueryError(code, from, to)
  }
}

/** Writes an expression as a query that `parseQuery` reads as the same expression. */
export function writeQuery(expression: Expression | undefined): string {
  return expression === undefined ? '' : written(expression)
}

function written(expression: Expression): string {
  switch (expression.kind) {
    case 'and':
      return expression.parts
        .map(part => (part.kind === 'or' || part.kind === 'and' ? inBrackets(part) : written(part)))
        .join(' and ')
    case 'or':
      return expression.parts.map(part => (part.kind === 'or' ? inBrackets(part) : written(part))).join(' or ')
    case 'not':
      return `not ${'parts' in expression.part ? inBrackets(expression.part) : written(expression.part)}`
    default:
      return writeCondition(expression)
  }
}

const inBrackets = (expression: Expression) => `(${written(expression)})`

function writeCondition(condition: Condition): string {
  const { figure } = condition
  switch (condition.kind) {
    case 'compare':
      return `${figure} ${condition.is} ${writtenOperand(condition.to)}`
    case 'range':
      return `${figure} = ${numberText(condition.from)}..${numberText(condition.to)}`
    case 'text':
      return condition.values.length === 1
        ? `${figure} = "${condition.values[0]}"`
        : `${figure} in (${condition.values.map(value => `"${value}"`).join(', ')})`
    case 'flag':
      return figure
    case 'extreme':
      return `${condition.side} ${numberText(condition.amount)}${condition.unit === 'percent' ? '%' : ''} ${figure}`
  }
}

function writtenOperand(operand: Operand): string {
  if ('number' in operand) return numberText(operand.number)
  const figure = operand.of ? `sector(${operand.figure})` : operand.figure
  return operand.times === 1 ? figure : `${numberText(operand.times)} * ${figure}`
}

/** A number without an exponent, which a query does not have. */
const numberText = (number: number) => {
  const text = String(number)
  return text.includes('e') ? number.toFixed(10).replace(/\.?0+$/, '') : text
}

/** The conditions of an expression, in the order in which they are written. */
export function conditionsOf(expression: Expression | undefined): Condition[] {
  if (expression === undefined) return []
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap(conditionsOf)
    case 'not':
      return conditionsOf(expression.part)
    default:
      return [expression]
  }
}

/** Every figure that a condition reads. */
export function figuresOf(condition: Condition): FigureName[] {
  if (condition.kind !== 'compare' || 'number' in condition.to) return [condition.figure]
  return [condition.figure, condition.to.figure, ...(condition.to.of === 'sector' ? (['sector'] as const) : [])]
}
