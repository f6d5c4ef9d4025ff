import { saveUser } from '@finlist/contract/account'
import { type Language } from '@finlist/i18n/languages'
import { keepLanguage } from '../api/language.ts'
import { queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { setLanguage } from '../i18n/texts.ts'

/** Changes the language at once; the account is told afterwards, and a failure there changes nothing here. */
export function changeLanguage(language: Language): void {
  keepLanguage(language)
  setLanguage(language)
    .then(() => request(saveUser, { body: { language } }))
    // The server's messages come in the language of the request.
    .catch(console.error)
    .then(() => queryClient.invalidateQueries())
    .catch(console.error)
}
