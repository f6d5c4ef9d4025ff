import { keptText } from './kept.ts'

/**
 * Redirects `/start` to the user's start page. The installed app opens `/start`, as does a sign-in that names no page.
 */
export function openStartPage(): void {
  if (location.pathname !== '/start') return
  const chosen = keptText('startPage') ?? ''
  history.replaceState(null, '', /^\/\w/.test(chosen) ? chosen : '/')
}
