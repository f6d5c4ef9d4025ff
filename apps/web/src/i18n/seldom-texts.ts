import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>('./locales/*/{affiliate,alerts,guide,inbox,list-help,method,track-record,verify}.json', {
    import: 'default',
  }),
)
