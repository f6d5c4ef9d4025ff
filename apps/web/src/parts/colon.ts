import { inCurrentLanguage } from '../api/language.ts'

/** Between a name and what it names. */
export const colon = () => inCurrentLanguage({ en: ': ', zh: '：' })
