import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

/** Mounts the app. A module of its own, so that the first data is fetched without waiting for this code. */
export const render = () => createRoot(document.querySelector('#root')!).render(<App />)
