import { type Language } from '@finlist/i18n/languages'
import { keepLanguage } from '../api/language.ts'
import { queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { setLanguage } from '../i18n/texts.ts'
import { afterPaint } from '../ui/after-paint.ts'

/**
 * Changes the language once the press has been painted. The account is updated afterwards; a failure there has no
 * effect here.
 */
export function changeLanguage(language: Language): void {
  afterPaint()
    .then(() => {
      keepLanguage(language)
      return setLanguage(language)
    })
    .then(() => import('@finlist/contract/account/profile'))
    .then(({ saveUser }) => request(saveUser, { body: { language } }))
    // The server's messages come in the language of the request.
    .catch(console.error)
    .then(() => queryClient.invalidateQueries())
    .catch(console.error)
}
