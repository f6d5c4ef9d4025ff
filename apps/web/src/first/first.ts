import '../api/early.ts'
import { setAppearance } from './appearance.ts'
import { askFirst } from './ask-first.ts'
import { preloadScreen } from './preload-screen.ts'
import { openStartPage } from './start-page.ts'

// Stands within the page itself and runs before its first paint. The keys of localStorage are those of api/storage.ts.
openStartPage()
const language = setAppearance()
preloadScreen(language)

const early: NonNullable<typeof window.finlistFirst> = { answers: {} }
window.finlistFirst = early
early.answers['/api/operator'] = fetch('/api/operator', { headers: { 'Accept-Language': language } })
  .then(response => ({ response }))
  .catch(() => undefined)

// What a bank shows in a frame needs no token, nor does what everybody may read.
if (!/^\/(subscribe-verify|method|verify|track-record)\b/.test(location.pathname)) {
  early.token = fetch('/auth/token', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  early.token.catch(() => {})
  askFirst(early.token, language, early.answers)
}
// What the app has not taken by then is old, and perhaps another person's.
setTimeout(() => {
  early.answers = {}
}, 10_000)
