import type { ExchangeId } from '@finlist/domain/markets'
import type { FigureName } from '@finlist/domain/screener/figures'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { textsOf } from '../queries.ts'
import { useTextNames } from '../text-words.ts'
import { completed, completionAt, valueAt } from './completion.ts'

type Field = {
  field: RefObject<HTMLInputElement | null>
  text: string
  /** The markets whose values of texts are suggested. */
  markets: ExchangeId[]
  labelOf: (name: FigureName) => string
  /** Whether Enter takes the first suggestion, because the text cannot run as it is. */
  takesFirst: boolean
  onText: (text: string) => void
}

/** Completes the names of figures and the values of texts: arrow keys choose one, Enter and Tab accept it, Escape closes the list. */
export function useCompletion({ field, text, markets, labelOf, takesFirst, onText }: Field) {
  const [looked, setLooked] = useState<{ text: string; caret: number }>()
  const [chosen, setChosen] = useState<number>()
  /** Where the caret goes once the text has changed. */
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const wanted = looked && valueAt(looked.text, looked.caret)?.figure
  const values = useQuery({ ...textsOf(markets, wanted ?? 'sector'), enabled: wanted !== undefined }).data
  const nameOf = useTextNames(markets, wanted ? [wanted] : [])
  const open =
    looked &&
    completionAt(looked.text, looked.caret, {
      labelOf,
      valuesOf: figure => values?.flatMap(({ text }) => (text === '' ? [] : [{ text, label: nameOf(figure, text) }])),
    })
  const active = chosen ?? (takesFirst ? 0 : -1)
  const close = () => {
    setLooked(undefined)
    setChosen(undefined)
  }
  const look = (typed: string) => {
    setLooked({ text: typed, caret: field.current?.selectionStart ?? typed.length })
    setChosen(undefined)
  }
  const accept = (insert: string) => {
    if (!open) return
    const next = completed(text, open, insert)
    caret.current = next.caret
    onText(next.text)
    close()
    field.current?.focus()
  }
  /** Whether the key was for the list. */
  const press = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false
    const { key } = event
    if (!open) {
      if (key !== 'ArrowDown') return false
      event.preventDefault()
      look(text)
      return true
    }
    const { length } = open.found
    const suggestion = open.found[active]
    if (key === 'ArrowDown') setChosen((active + 1) % length)
    else if (key === 'ArrowUp') setChosen(active <= 0 ? length - 1 : active - 1)
    else if (key === 'Escape') close()
    else if ((key === 'Enter' || (key === 'Tab' && !event.shiftKey)) && suggestion) accept(suggestion.insert)
    else return false
    event.preventDefault()
    return true
  }
  return { found: open?.found, active, look, press, accept, close, choose: setChosen }
}
