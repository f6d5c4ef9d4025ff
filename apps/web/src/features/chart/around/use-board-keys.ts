import { useEffect, useRef } from 'react'
import { isPageKey } from '../../../parts/price-chart/page-key.ts'

/** What a key does, by its code with its modifier. */
const boardKeys = {
  'Shift+KeyF': 'full',
  'Alt+KeyG': 'go',
  'Alt+KeyL': 'log',
  'Alt+KeyR': 'first-view',
  'Alt+KeyS': 'studies',
  'Alt+KeyW': 'column',
  ArrowUp: 'previous',
  ArrowDown: 'next',
  '?': 'help',
} as const
export type BoardKey = (typeof boardKeys)[keyof typeof boardKeys]

/** Keys of the chart wherever the focus is, but in a field, a list or a dialog. A handler left out leaves its key alone. */
export function useBoardKeys(handlers: Partial<Record<BoardKey, () => void>>): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPageKey(event) || isInList(event)) return
      const handle = latest.current[boardKeys[nameOf(event)]]
      if (!handle) return
      event.preventDefault()
      handle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** The code, since Alt turns letters into other signs; a question mark stands elsewhere on every keyboard. */
function nameOf({ key, code, shiftKey, altKey }: KeyboardEvent): keyof typeof boardKeys {
  const name = key === '?' ? key : `${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${code}`
  return name as keyof typeof boardKeys
}

const isInList = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('[role=listbox], [role=tablist], [role=radiogroup]') !== null
