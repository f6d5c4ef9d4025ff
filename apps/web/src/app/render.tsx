import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

/**
 * Mounts the app, yielding to the browser between steps. It is a separate module, so that the first data can be fetched
 * without waiting for this code.
 */
export function render() {
  startTransition(() => createRoot(document.querySelector('#root')!).render(<App />))
  const watch = ({ target }: FocusEvent) => void import('./keep-focus.ts').then(({ keepFocus }) => keepFocus(target))
  addEventListener('focusin', watch, { once: true })
}
