import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

/**
 * Mounts the app, yielding to the browser between steps. A separate module, so that fetching the first data does not
 * wait for this code.
 */
export function render() {
  startTransition(() => createRoot(document.querySelector('#root')!).render(<App />))
  const watch = ({ target }: FocusEvent) => void import('./keep-focus.ts').then(({ keepFocus }) => keepFocus(target))
  addEventListener('focusin', watch, { once: true })
}
