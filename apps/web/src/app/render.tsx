import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

/**
 * Mounts the app, in pieces that leave the browser time between them. A module of its own, so that the first data is
 * fetched without waiting for this code.
 */
export function render() {
  startTransition(() => createRoot(document.querySelector('#root')!).render(<App />))
  const watch = ({ target }: FocusEvent) => void import('./keep-focus.ts').then(({ keepFocus }) => keepFocus(target))
  addEventListener('focusin', watch, { once: true })
}
