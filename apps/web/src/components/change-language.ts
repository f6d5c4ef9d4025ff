import { type Language } from '@finlist/i18n/languages'
import { keepLanguage } from '../api/language.ts'
import { queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { setLanguage } from '../i18n/texts.ts'
import { afterPaint } from '../ui/after-paint.ts'

/**
 * Changes the language once the button press has been painted, then updates the account. If the update fails, the
 * language has still changed in this browser.
 */
export function changeLanguage(language: Language): void {
  afterPaint()
    .then(() => {
      keepLanguage(language)
      return setLanguage(language)
    })
    .then(() => import('@finlist/contract/account/profile'))
    .then(({ saveUser }) => request(saveUser, { body: { language } }))
    // Everything is refetched, because the server's messages are in the language of the request.
    .catch(console.error)
    .then(() => queryClient.invalidateQueries())
    .catch(console.error)
}
