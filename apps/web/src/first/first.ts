import '../api/early.ts'
import { setAppearance } from './appearance.ts'
import { askFirst } from './ask-first.ts'
import { keptText } from './kept.ts'
import { preloadScreen } from './preload-screen.ts'
import { openStartPage } from './start-page.ts'

// Stands within the page itself and runs before its first paint. The keys of localStorage are those of api/storage.ts.
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

// What a bank shows in a frame needs no token, nor does what everybody may read.
const isPublic = /^\/(subscribe-verify|method|verify|track-record)\b/.test(location.pathname)
if (!isPublic && keptText('signOutPending') !== 'true') {
  early.token = fetch('/auth/token', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  early.token.catch(() => {})
  askFirst(early.token, language, early.answers)
}
/** A demo that is passed on to others says so in place of the product. */
async function showRefusal(response: Response): Promise<void> {
  const { errors } = (await response.json()) as { errors?: { message?: string }[] }
  document.body.textContent = errors?.[0]?.message ?? ''
}

// What the app has not taken by then is old, and perhaps another person's.
setTimeout(() => {
  early.answers = {}
}, 10_000)
