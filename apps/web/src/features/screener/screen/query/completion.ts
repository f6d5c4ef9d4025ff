import { type FigureName, figureNames, isFigure } from '@finlist/domain/screener/figures'

/** The word that ends at the caret, and the figures that it may begin. */
export type Completion = { from: number; to: number; found: readonly FigureName[] }

const words = ['and', 'or', 'not', 'in', 'top', 'bottom', 'sector']
const most = 8

/**
 * The figures that complete the word at the caret: those whose name begins with it, then those whose name or label
 * contains it. Undefined within a text in quotes, and at a word that is already complete.
 */
export function completionAt(
  text: string,
  caret: number,
  labelOf: (name: FigureName) => string,
): Completion | undefined {
  const before = text.slice(0, caret)
  if (before.split('"').length % 2 === 0) return undefined
  const word = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*$/u.exec(before)?.[0].toLowerCase()
  const isInWord = /^[\p{L}\p{M}\p{N}]/u.test(text.slice(caret))
  if (word === undefined || isInWord || words.includes(word)) return undefined
  const rank = (name: FigureName) =>
    name.startsWith(word) ? 0 : name.includes(word) ? 1 : labelOf(name).toLowerCase().includes(word) ? 2 : 3
  const found = figureNames
    .filter(name => rank(name) < 3)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, most)
  const isDone = isFigure(word) && found.every(name => name === word || rank(name) > 0)
  return found.length === 0 || isDone ? undefined : { from: caret - word.length, to: caret, found }
}

/** The text with the figure in place of the word, and the caret after it. */
export function completed(text: string, { from, to }: Completion, name: FigureName): { text: string; caret: number } {
  const rest = text.slice(to)
  const space = /^\s/.test(rest) || rest.startsWith(')') ? '' : ' '
  return { text: text.slice(0, from) + name + space + rest, caret: from + name.length + 1 }
}
