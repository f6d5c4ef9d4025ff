import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

/** Puts the app on the page. Its code is apart from what asks for the first data, which need not wait for it. */
export const render = () => createRoot(document.querySelector('#root')!).render(<App />)
