import { type FigureName, figureNames, isFigure, isText, type TextName } from '@finlist/domain/screener/figures'

/** A figure or a value that completes the query. `insert`: what is put into the query. */
export type Suggestion = { insert: string; label: string }
/** The part of the text that is replaced, and what may take its place. */
export type Completion = { from: number; to: number; found: readonly Suggestion[] }

type Value = { text: string; label: string }
type Names = {
  labelOf: (name: FigureName) => string
  /** The values of a text such as the sector, by name; undefined until they are known. */
  valuesOf: (name: TextName) => readonly Value[] | undefined
}

const words = ['and', 'or', 'not', 'in', 'top', 'bottom', 'sector']
const most = 8
const valueStart = /\b([a-z][a-z0-9]*)\s*(?:=|in\s*\((?:\s*(?:"[^"]*"|[a-z][a-z0-9]*)\s*,)*)\s*("?)([^"(),<>=]*)$/i

/** The figure whose value begins at or before the caret, with the part of the value in front of the caret. */
export function valueAt(text: string, caret: number): { figure: TextName; from: number; typed: string } | undefined {
  const [, name = '', quote = '', typed = ''] = valueStart.exec(text.slice(0, caret)) ?? []
  const figure = name.toLowerCase()
  if (!isFigure(figure) || !isText(figure)) return undefined
  return { figure, from: caret - typed.length - quote.length, typed }
}

/**
 * What completes the text at the caret. After a figure of texts and its sign, these are its values; elsewhere figures:
 * those whose name begins with the word, then those whose name or label contains it. Undefined within any other text in
 * quotes, and where the word or value is already complete.
 */
export function completionAt(text: string, caret: number, names: Names): Completion | undefined {
  const value = valueAt(text, caret)
  return value ? valuesFor(text, caret, value, names) : figuresFor(text, caret, names)
}

function valuesFor(
  text: string,
  caret: number,
  { figure, from, typed }: NonNullable<ReturnType<typeof valueAt>>,
  { valuesOf }: Names,
): Completion | undefined {
  const sought = typed.trim().toLowerCase()
  const rank = (value: Value) => {
    const [name, label] = [value.text.toLowerCase(), value.label.toLowerCase()]
    return name.startsWith(sought) || label.startsWith(sought)
      ? 0
      : name.includes(sought) || label.includes(sought)
        ? 1
        : 2
  }
  const found = (valuesOf(figure) ?? []).filter(value => rank(value) < 2).toSorted((a, b) => rank(a) - rank(b))
  const isDone = text[from] !== '"' && found.some(value => value.text.toLowerCase() === sought)
  if (found.length === 0 || isDone) return undefined
  return {
    from,
    to: text[caret] === '"' ? caret + 1 : caret,
    found: found.slice(0, most).map(value => ({ insert: `"${value.text}"`, label: value.label })),
  }
}

function figuresFor(text: string, caret: number, { labelOf }: Names): Completion | undefined {
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
  if (found.length === 0 || isDone) return undefined
  return { from: caret - word.length, to: caret, found: found.map(name => ({ insert: name, label: labelOf(name) })) }
}

/** The text with the suggestion in its place, and the caret after it. */
export function completed(text: string, { from, to }: Completion, insert: string): { text: string; caret: number } {
  const rest = text.slice(to)
  const space = /^[\s),]/.test(rest) ? '' : ' '
  const end = from + insert.length
  return { text: text.slice(0, from) + insert + space + rest, caret: /^[),]/.test(rest) ? end : end + 1 }
}
