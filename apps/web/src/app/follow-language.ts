import { languages } from '@finlist/i18n/languages'
import { currentLanguage } from '../api/language.ts'
import { queryClient } from '../api/query-client.ts'
import { setLanguage } from '../i18n/texts.ts'

/** Switches to the language that was chosen in another tab. */
export function followLanguage(): void {
  const chosen = currentLanguage()
  const root = document.documentElement
  if (root.lang === languages[chosen].tag) return
  root.lang = languages[chosen].tag
  setLanguage(chosen)
    .then(() => queryClient.invalidateQueries())
    .catch(console.error)
}
