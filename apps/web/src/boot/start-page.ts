import { keptText } from './kept.ts'

/** The installed app, and a sign-in that names no page, open `/start`, which is replaced by the user's start page. */
export function openStartPage(): void {
  if (location.pathname !== '/start') return
  const chosen = keptText('startPage') ?? ''
  history.replaceState(null, '', /^\/\w/.test(chosen) ? chosen : '/')
}
