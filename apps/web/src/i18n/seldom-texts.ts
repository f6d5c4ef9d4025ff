import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>(
    './locales/*/{affiliate,alerts,channels,check-pick,columns,drawing,education,fintrainer,glossary,guide,inbox,legal,list-help,method,search,state-rates,studies,track-record,verify}.json',
    {
      import: 'default',
    },
  ),
)
