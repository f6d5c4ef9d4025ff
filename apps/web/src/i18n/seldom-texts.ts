import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>('./locales/*/{affiliate,guide,list-help,method,state-rates,track-record,verify}.json', {
    import: 'default',
  }),
)
