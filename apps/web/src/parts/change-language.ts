import { type Language, saveUser } from '@finlist/contract/account'
import { keepLanguage } from '../api/language.ts'
import { queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { setLanguage } from '../i18n/texts.ts'

/** Acts at once; the account learns of it afterwards, and a failure there changes nothing here. */
export function changeLanguage(language: Language): void {
  keepLanguage(language)
  setLanguage(language)
    .then(() => request(saveUser, { body: { language } }))
    // Messages of the server come in the language they were asked in.
    .catch(console.error)
    .then(() => queryClient.invalidateQueries())
    .catch(console.error)
}
