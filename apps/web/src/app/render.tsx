import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

/**
 * Mounts the app, in pieces that leave the browser time between them. A module of its own, so that the first data is
 * fetched without waiting for this code.
 */
export const render = () => startTransition(() => createRoot(document.querySelector('#root')!).render(<App />))
