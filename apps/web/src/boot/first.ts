import '../api/early.ts'
import { setAppearance } from './appearance.ts'
import { askFirst } from './ask-first.ts'
import { keptText } from './kept.ts'
import { preloadScreen } from './preload-screen.ts'
import { openStartPage } from './start-page.ts'

// Inlined in the page and run before its first paint. The localStorage keys are those of api/storage.ts.
openStartPage()
const language = setAppearance()
preloadScreen(language)

const early: NonNullable<typeof window.finlistFirst> = { answers: {} }
window.finlistFirst = early
early.answers['/api/operator'] = fetch('/api/operator', { headers: { 'Accept-Language': language } })
  .then(response => {
    if (response.status === 421) void showRefusal(response.clone())
    return { response }
  })
  .catch(() => undefined)

// These pages need no token: the public pages, and the one to which a bank redirects within a frame.
const isPublic = /^\/(subscribe-verify|method|verify|track-record)\b/.test(location.pathname)
if (!isPublic && keptText('signOutPending') !== 'true') {
  early.token = fetch('/auth/token', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  early.token.catch(() => {})
  askFirst(early.token, language, early.answers)
}
/**
 * Shows the server's refusal in place of the app. A demo refuses requests under an address where others could reach it.
 */
async function showRefusal(response: Response): Promise<void> {
  const { errors } = (await response.json()) as { errors?: { message?: string }[] }
  document.body.textContent = errors?.[0]?.message ?? ''
}

// After ten seconds, responses that the app has not taken are outdated, and may belong to another user.
setTimeout(() => {
  early.answers = {}
}, 10_000)
