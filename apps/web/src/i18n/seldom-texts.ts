import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>(
    './locales/*/{affiliate,alerts,channels,guide,inbox,list-help,method,track-record,verify}.json',
    {
      import: 'default',
    },
  ),
)
