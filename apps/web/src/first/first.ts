import '../api/early.ts'
import { setAppearance } from './appearance.ts'
import { askForList } from './ask-for-list.ts'
import { preloadScreen } from './preload-screen.ts'

// Stands within the page itself and runs before its first paint. The keys of localStorage are those of api/storage.ts.
const language = setAppearance()
preloadScreen(language)

// What a bank shows in a frame needs no token, nor does what everybody may read.
if (!/^\/(subscribe-verify|method|verify)\b/.test(location.pathname)) {
  const token = fetch('/auth/token', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  token.catch(() => {})
  const early: NonNullable<typeof window.finlistFirst> = { token, answers: {} }
  window.finlistFirst = early
  askForList(token, language, early.answers)
  // What the app has not taken by then is old, and perhaps another person's.
  setTimeout(() => {
    early.answers = {}
  }, 10_000)
}
