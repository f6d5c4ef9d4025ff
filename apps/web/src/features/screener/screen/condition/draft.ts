import { type FigureName, isFlag, isText, type NumberName, type TextName } from '@finlist/domain/screener/figures'
import type { Comparison, Expression } from '@finlist/domain/screener/query'
import type { Editable } from '../conditions.ts'

export const forms = ['range', 'extreme', 'compare'] as const

/** A condition as the dialog edits it. Numbers are as typed. What one form does not use is kept for the others. */
export type Draft = {
  figure: FigureName
  form: (typeof forms)[number]
  from: string
  fromIs: '>' | '>='
  to: string
  toIs: '<' | '<='
  side: 'top' | 'bottom'
  amount: string
  unit: 'percent' | 'stocks'
  is: Comparison
  times: string
  other: NumberName | ''
  ofSector: boolean
  values: readonly string[]
  isSet: boolean
}

export const startOf = (figure: FigureName): Draft => ({
  figure,
  form: 'range',
  from: '',
  fromIs: '>=',
  to: '',
  toIs: '<=',
  side: 'top',
  amount: '10',
  unit: 'percent',
  is: '>',
  times: '1',
  other: '',
  ofSector: false,
  values: [],
  isSet: true,
})

export function draftOf(part: Editable): Draft {
  if (part.kind === 'not') return { ...startOf(part.part.figure), isSet: false }
  const start = startOf(part.figure)
  switch (part.kind) {
    case 'flag':
      return start
    case 'text':
      return { ...start, values: part.values }
    case 'range':
      return { ...start, from: String(part.from), to: String(part.to) }
    case 'extreme':
      return { ...start, form: 'extreme', side: part.side, amount: String(part.amount), unit: part.unit }
    case 'compare': {
      const { is, to } = part
      if (!('number' in to))
        return {
          ...start,
          form: 'compare',
          is,
          times: String(to.times),
          other: to.figure,
          ofSector: to.of === 'sector',
        }
      const text = String(to.number)
      if (is === '>' || is === '>=') return { ...start, from: text, fromIs: is }
      if (is === '<' || is === '<=') return { ...start, to: text, toIs: is }
      return { ...start, from: text, to: text }
    }
  }
}

/** The condition; undefined while it is incomplete or wrong. */
export function conditionOf(draft: Draft): Expression | undefined {
  const { figure, values, isSet } = draft
  if (isFlag(figure)) return isSet ? { kind: 'flag', figure } : { kind: 'not', part: { kind: 'flag', figure } }
  if (isText(figure))
    return values.length > 0 ? { kind: 'text', figure: figure as TextName, values: [...values] } : undefined
  return numberCondition(draft, figure as NumberName)
}

function numberCondition(draft: Draft, figure: NumberName): Expression | undefined {
  if (draft.form === 'extreme') {
    const { side, unit } = draft
    const amount = numberOf(draft.amount)
    const most = unit === 'percent' ? 100 : 10_000
    const isGood =
      amount !== undefined && amount > 0 && amount <= most && (unit === 'percent' || Number.isInteger(amount))
    return isGood ? { kind: 'extreme', figure, side, amount, unit } : undefined
  }
  if (draft.form === 'compare') {
    const { is, other, ofSector } = draft
    const times = numberOf(draft.times)
    if (times === undefined || other === '') return undefined
    return { kind: 'compare', figure, is, to: { figure: other, times, ...(ofSector && { of: 'sector' }) } }
  }
  const [from, to] = [numberOf(draft.from), numberOf(draft.to)]
  if (wrongOf(draft) !== undefined) return undefined
  if (from !== undefined && to !== undefined)
    return from === to
      ? { kind: 'compare', figure, is: '=', to: { number: from } }
      : { kind: 'range', figure, from, to }
  if (from !== undefined) return { kind: 'compare', figure, is: draft.fromIs, to: { number: from } }
  return to === undefined ? undefined : { kind: 'compare', figure, is: draft.toIs, to: { number: to } }
}

/** What is wrong with the range, if anything that is typed is. */
export function wrongOf({ form, from, to }: Draft): 'number' | 'order' | undefined {
  if (form !== 'range') return undefined
  const [low, high] = [numberOf(from), numberOf(to)]
  if ((from.trim() !== '' && low === undefined) || (to.trim() !== '' && high === undefined)) return 'number'
  return low !== undefined && high !== undefined && low > high ? 'order' : undefined
}

const units: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 }
const largest = 1e15

/** A number as people type it, such as `12.5`, `1,500,000` or `20M`; undefined if it is none. */
export function numberOf(text: string): number | undefined {
  const [, digits, unit = ''] = /^([-−]?(?:\d+\.?\d*|\.\d+))([kmb]?)%?$/i.exec(text.replace(/[,\s]/g, '')) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits.replace('−', '-')) * (units[unit.toLowerCase()] ?? 1)
  return Math.abs(number) <= largest ? number : undefined
}
