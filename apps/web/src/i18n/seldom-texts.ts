import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>(
    './locales/*/{affiliate,check-pick,guide,list-help,method,studies,track-record,verify}.json',
    {
      import: 'default',
    },
  ),
)
