import { type FigureName, figureNames } from '@finlist/domain/screener/figures'
import { type QueryError } from '@finlist/domain/screener/query'
import { queryLimits } from '@finlist/domain/screener/query-limits'
import type { Translate } from '../../../../i18n/texts.ts'

const limits: Partial<Record<QueryError['code'], number>> = {
  'too-long': queryLimits.characters,
  'too-many-conditions': queryLimits.conditions,
  'too-many-values': queryLimits.values,
  'too-deep': queryLimits.depth,
}

/** A sentence that says what is wrong. */
export function mistakeText(t: Translate<'screener'>, { code, from, to }: QueryError, query: string): string {
  const part = query.slice(from, to)
  if (code === 'unknown-figure') {
    const near = nearest(part.toLowerCase())
    return near ? t('mistake.unknown-figure.near', { part, near }) : t('mistake.unknown-figure', { part })
  }
  return t(`mistake.${code}`, { part, count: limits[code] ?? 0 })
}

/** Whether the mistake is at the end of the text, where more may follow. */
export const isUnfinished = ({ to }: QueryError, query: string): boolean => to >= query.trimEnd().length

const furthest = 2

/** The figure whose name differs from the word by the fewest letters, at most two. */
function nearest(word: string): FigureName | undefined {
  const [best] = figureNames
    .map(name => ({ name, letters: distance(word, name) }))
    .toSorted((one, other) => one.letters - other.letters)
  return best && best.letters <= Math.min(furthest, word.length - 1) ? best.name : undefined
}

/** The number of letters to add, remove or replace to turn one word into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1]
    for (let place = 1; place <= other.length; place++)
      next.push(
        Math.min(next[place - 1]! + 1, row[place]! + 1, row[place - 1]! + (letter === other[place - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[other.length]!
}
