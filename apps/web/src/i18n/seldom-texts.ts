import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>(
    './locales/*/{affiliate,check-pick,drawing,guide,list-help,method,track-record,verify}.json',
    {
      import: 'default',
    },
  ),
)
