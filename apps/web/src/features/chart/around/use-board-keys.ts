import { useEffect, useRef } from 'react'
import { isInChart, isPageKey, isSingleKey } from '../../../components/price-chart/page-key.ts'

/** The action of each key, by its code and modifier. */
const boardKeys = {
  'Shift+KeyF': 'full',
  'Alt+KeyA': 'alert',
  'Alt+KeyC': 'flag',
  'Alt+KeyN': 'note',
  'Alt+KeyP': 'watch',
  'Alt+KeyG': 'go',
  'Alt+KeyL': 'log',
  'Alt+KeyR': 'first-view',
  'Alt+KeyS': 'studies',
  'Alt+KeyW': 'column',
  'Alt+ArrowUp': 'previous',
  'Alt+ArrowDown': 'next',
  '?': 'help',
} as const
export type BoardKey = (typeof boardKeys)[keyof typeof boardKeys]

/** These keys type characters. They therefore work only while the chart has the focus, and can be turned off. */
const ofChart: ReadonlySet<BoardKey> = new Set(['full', 'help'])

/**
 * Handles the chart's keys wherever the focus is, except in a field, a list or a dialog. In the list next to the chart,
 * plain arrow keys also step through the stocks. Keys without a handler keep their usual effect.
 */
export function useBoardKeys(handlers: Partial<Record<BoardKey, () => void>>): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPageKey(event) || isInList(event)) return
      const key = boardKeys[nameOf(event)]
      const handle = latest.current[key]
      if (!handle || (ofChart.has(key) && !(isInChart(event) && isSingleKey(event)))) return
      event.preventDefault()
      handle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/**
 * The key's name in `boardKeys`. It is based on the key's position (`code`), because with Alt a key types other
 * characters. Only the question mark is recognised by its character, because its position differs between keyboards.
 */
function nameOf({ key, code, shiftKey, altKey, target }: KeyboardEvent): keyof typeof boardKeys {
  const isWalk = target instanceof Element && target.closest('[data-walks]') !== null && /^Arrow(Up|Down)$/.test(code)
  const name = key === '?' ? key : `${altKey || isWalk ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${code}`
  return name as keyof typeof boardKeys
}

const isInList = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('[role=listbox], [role=tablist], [role=radiogroup]') !== null
