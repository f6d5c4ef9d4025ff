import { type FlagName, isFlag } from '@finlist/domain/screener/figures'
import {
  type Condition,
  conditionsOf,
  type Expression,
  figuresOf,
  parseQuery,
  QueryError,
  writeQuery,
} from '@finlist/domain/screener/query'

/** `expression` is undefined for an empty query and for one with a mistake. */
export type Read = { expression?: Expression | undefined; error?: QueryError }

/** The query as an expression, or its first mistake. */
export function readQuery(query: string): Read {
  try {
    return { expression: parseQuery(query) }
  } catch (error) {
    if (error instanceof QueryError) return { error }
    throw error
  }
}

/** The parts that all have to be met. */
export const partsOf = (expression: Expression | undefined): readonly Expression[] =>
  expression === undefined ? [] : expression.kind === 'and' ? expression.parts : [expression]

/** The query that requires all of the parts. A part that itself requires several joins them. */
export function queryOf(parts: readonly Expression[]): string {
  const all = parts.flatMap(partsOf)
  return writeQuery(all.length > 1 ? { kind: 'and', parts: [...all] } : all[0])
}

/** The parts after a change of the one at `at`: another in its place, or, with null, none. Undefined adds one. */
export function withPart(
  parts: readonly Expression[],
  at: number | undefined,
  part: Expression | null,
): readonly Expression[] {
  if (at === undefined) return part ? [...parts, part] : parts
  return part ? parts.with(at, part) : parts.toSpliced(at, 1)
}

/** The figures that the query reads, each once. */
export const figuresIn = (expression: Expression | undefined) => [
  ...new Set(conditionsOf(expression).flatMap(figuresOf)),
]

type NoFlag = { kind: 'not'; part: { kind: 'flag'; figure: FlagName } }
/** A part that the dialog can edit; others are edited as text. */
export type Editable = Condition | NoFlag

export function isEditable(part: Expression): part is Editable {
  if (part.kind === 'not') return part.part.kind === 'flag' && isFlag(part.part.figure)
  if (part.kind === 'and' || part.kind === 'or') return false
  return !(part.kind === 'compare' && part.is === '!=' && 'number' in part.to)
}
