import type { ScreenedRow } from '@finlist/contract/screener'
import { type BaseVariant, shortOfVariant } from '@finlist/domain/finlist/pattern-kind'
import {
  type FigureName,
  isFlag,
  isNumber,
  isText,
  type NumberName,
  type TextName,
} from '@finlist/domain/screener/figures'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Change, formatChange } from '../../../components/market-figures.tsx'
import { formatFigure, numberFigure } from './number-words.ts'

export type Value = ScreenedRow['values'][number]
/** The words that values need. */
export type Words = { textName: (name: TextName, text: string) => string; yes: string; no: string }

/** A value as a cell shows it. Its unit is in the column's heading. */
export function valueCell(name: FigureName, value: Value, words: Words): ReactNode {
  if (value === null || value === '') return '–'
  if (isFlag(name)) return <Flag isSet={value === true} {...words} />
  if (isText(name)) return textCell(name, String(value), words)
  return isNumber(name) && typeof value === 'number' ? numberCell(name, value) : String(value)
}

function Flag({ isSet, yes, no }: { isSet: boolean; yes: string; no: string }) {
  if (!isSet) return <span className="text-faded">{no}</span>
  return (
    <>
      <Check size={15} aria-hidden className="inline text-accent" /> {yes}
    </>
  )
}

function textCell(name: TextName, text: string, { textName }: Words): ReactNode {
  if (name !== 'base') return textName(name, text)
  return (
    <abbr title={textName(name, text)} className="font-strong no-underline">
      {text in shortOfVariant ? shortOfVariant[text as BaseVariant] : text}
    </abbr>
  )
}

function numberCell(name: NumberName, value: number): ReactNode {
  const { decimals, isSigned } = numberFigure(name)
  if (!isSigned) return formatFigure(name, value)
  const signed = (given: number) => `${given > 0 ? '+' : ''}${formatFigure(name, given)}`
  return <Change value={value} format={decimals === 2 ? formatChange : signed} />
}
