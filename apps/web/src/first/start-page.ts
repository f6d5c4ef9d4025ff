import { keptText } from './kept.ts'

/** A sign-in that names no page and the installed app open `/start`: it becomes the page that the person chose. */
export function openStartPage(): void {
  if (location.pathname !== '/start') return
  const chosen = keptText('startPage') ?? ''
  history.replaceState(null, '', /^\/\w/.test(chosen) ? chosen : '/')
}
