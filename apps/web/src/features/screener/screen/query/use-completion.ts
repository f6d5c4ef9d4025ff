import type { FigureName } from '@finlist/domain/screener/figures'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Completion, completed, completionAt } from './completion.ts'

type Field = {
  field: RefObject<HTMLInputElement | null>
  text: string
  labelOf: (name: FigureName) => string
  /** Whether Enter takes the first figure, because the text cannot run as it is. */
  takesFirst: boolean
  onText: (text: string) => void
}

/** Completes the names of figures: arrow keys choose one, Enter and Tab accept it, Escape closes the list. */
export function useCompletion({ field, text, labelOf, takesFirst, onText }: Field) {
  const [open, setOpen] = useState<Completion>()
  const [chosen, setChosen] = useState<number>()
  /** Where the caret goes once the text has changed. */
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const active = chosen ?? (takesFirst ? 0 : -1)
  const close = () => {
    setOpen(undefined)
    setChosen(undefined)
  }
  const look = (typed: string) => {
    const at = field.current?.selectionStart ?? typed.length
    setOpen(completionAt(typed, at, labelOf))
    setChosen(undefined)
  }
  const accept = (name: FigureName) => {
    if (!open) return
    const next = completed(text, open, name)
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
    const name = open.found[active]
    if (key === 'ArrowDown') setChosen((active + 1) % length)
    else if (key === 'ArrowUp') setChosen(active <= 0 ? length - 1 : active - 1)
    else if (key === 'Escape') close()
    else if ((key === 'Enter' || (key === 'Tab' && !event.shiftKey)) && name) accept(name)
    else return false
    event.preventDefault()
    return true
  }
  return { found: open?.found, active, look, press, accept, close, choose: setChosen }
}
